import TextField from '@mui/material/TextField'
import type { Park } from '@/ui/park/capacity'
import type { LimitForm, LimitProblems } from './limits'

interface LimitInputsProps {
  park: Park
  form: LimitForm
  problems: LimitProblems
  isOverbooking: boolean
  onChange: (form: LimitForm) => void
}

export function LimitInputs({ park, form, problems, isOverbooking, onChange }: LimitInputsProps) {
  return (
    <>
      <TextField
        label="Plätze"
        value={form.spots}
        onChange={(event) => onChange({ ...form, spots: event.target.value })}
        error={problems.spots !== null}
        helperText={problems.spots ?? `Jetzt ${park.fullness.spots_words}.`}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextField
        label="Strom in kWh im Jahr"
        value={form.kwh}
        onChange={(event) => onChange({ ...form, kwh: event.target.value })}
        error={problems.kwh !== null}
        helperText={problems.kwh ?? `Jetzt ${park.fullness.kwh_words}. Leer heißt: keine Grenze.`}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextField
        label={isOverbooking ? 'Grund für die Überbuchung' : 'Grund'}
        value={form.reason}
        onChange={(event) => onChange({ ...form, reason: event.target.value })}
        required={isOverbooking}
        helperText="Steht im Verlauf des Parks."
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  )
}
