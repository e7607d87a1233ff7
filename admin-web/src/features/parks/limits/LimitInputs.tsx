import TextField from '@mui/material/TextField'
import type { FormEdit } from '@/ui/form/edit'
import type { Park } from '@/ui/park/capacity'
import type { ParkValues } from '../park'
import type { LimitForm } from './limits'

interface LimitInputsProps {
  park: Park
  edit: FormEdit<LimitForm, ParkValues>
  reason: string
  isOverbooking: boolean
  onReason: (reason: string) => void
}

export function LimitInputs({ park, edit, reason, isOverbooking, onReason }: LimitInputsProps) {
  const { form, problems } = edit
  return (
    <>
      <TextField
        label="Plätze"
        value={form.spot_limit}
        onChange={(event) => edit.type({ spot_limit: event.target.value })}
        error={problems.spot_limit !== undefined}
        helperText={problems.spot_limit ?? `Jetzt ${park.fullness.spots_words}.`}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextField
        label="Strom in kWh im Jahr"
        value={form.kwh_limit}
        onChange={(event) => edit.type({ kwh_limit: event.target.value })}
        error={problems.kwh_limit !== undefined}
        helperText={
          problems.kwh_limit ?? `Jetzt ${park.fullness.kwh_words}. Leer heißt: keine Grenze.`
        }
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextField
        label={isOverbooking ? 'Grund für die Überbuchung' : 'Grund'}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        required={isOverbooking}
        helperText="Steht im Verlauf des Parks."
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  )
}
