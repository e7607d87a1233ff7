import TextField from '@mui/material/TextField'
import { formatNumber } from '@/lib/format'

interface CountInputProps {
  count: number
  value: string
  onChange: (value: string) => void
}

/** Typed, not clicked: a slip must not change what many households owe or are owed. */
export function CountInput({ count, value, onChange }: CountInputProps) {
  return (
    <TextField
      label="Zahl der Reservierungen"
      helperText={`Das betrifft ${formatNumber(count)} Haushalte. Zur Bestätigung bitte ${formatNumber(count)} eintippen.`}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } }}
    />
  )
}

/** Whether the number was typed, with or without a dot for thousands. */
export const isConfirmed = (typed: string, count: number): boolean =>
  typed.trim().replace('.', '') === String(count)
