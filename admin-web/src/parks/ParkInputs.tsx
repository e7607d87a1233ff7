import TextField from '@mui/material/TextField'
import { PARK_FIELD_NAMES, PARK_FIELDS, type ParkField, type ParkForm, STATUSES } from './park'

interface ParkInputsProps {
  form: ParkForm
  problems: Partial<Record<string, string>>
  onChange: (name: ParkField, value: string) => void
}

export function ParkInputs({ form, problems, onChange }: ParkInputsProps) {
  return PARK_FIELD_NAMES.map((name) => {
    const { label, kind } = PARK_FIELDS[name]
    return (
      <TextField
        key={name}
        label={label}
        value={form[name]}
        onChange={(event) => onChange(name, event.target.value)}
        error={problems[name] !== undefined}
        helperText={problems[name]}
        {...(kind === 'status' ? STATUS_CHOICE : { slotProps: { htmlInput: INPUT[kind] } })}
      >
        {kind === 'status' && STATUSES.map((status) => <option key={status}>{status}</option>)}
      </TextField>
    )
  })
}

const STATUS_CHOICE = { select: true, slotProps: { select: { native: true } } }
const INPUT = {
  text: { maxLength: 80 },
  number: { inputMode: 'numeric' },
  euros: { inputMode: 'decimal' },
} as const
