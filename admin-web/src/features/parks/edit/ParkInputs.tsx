import { TextInput } from '@/ui/form/TextInput'
import { PARK_FIELD_NAMES, PARK_FIELDS, type ParkField, type ParkForm, STATUSES } from '../park'

interface ParkInputsProps {
  form: ParkForm
  problems: Partial<Record<string, string>>
  onChange: (name: ParkField, value: string) => void
}

export function ParkInputs({ form, problems, onChange }: ParkInputsProps) {
  return PARK_FIELD_NAMES.map((name) => {
    const { label, kind } = PARK_FIELDS[name]
    return (
      <TextInput
        key={name}
        label={label}
        value={form[name]}
        onValue={(value) => onChange(name, value)}
        problem={problems[name]}
        hint={kind === 'note' && 'Wo der Park steht, und was als Nächstes kommt.'}
        {...(kind === 'status' ? STATUS_CHOICE : { slotProps: SLOTS[kind] })}
        multiline={kind === 'note'}
        type={kind === 'day' ? 'date' : 'text'}
      >
        {kind === 'status' && STATUSES.map((status) => <option key={status}>{status}</option>)}
      </TextInput>
    )
  })
}

const STATUS_CHOICE = { select: true, slotProps: { select: { native: true } } }
const SLOTS = {
  text: { htmlInput: { maxLength: 80 } },
  note: { htmlInput: { maxLength: 400 } },
  // The browser's own date field shows a pattern where it is empty, so the label may not lie on it.
  day: { inputLabel: { shrink: true } },
  number: { htmlInput: { inputMode: 'numeric' } },
  euros: { htmlInput: { inputMode: 'decimal' } },
} as const
