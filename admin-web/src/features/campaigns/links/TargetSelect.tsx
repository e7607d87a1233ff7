import TextField from '@mui/material/TextField'
import { TARGETS } from './targets'

interface TargetSelectProps {
  value: string
  onChange: (path: string) => void
  label?: string
  problem?: string | undefined
}

/** A page of the public site; one that is no longer in the list stays as it is. */
export function TargetSelect({ value, onChange, label = 'Zielseite', problem }: TargetSelectProps) {
  const isKnown = TARGETS.some(([path]) => path === value)
  return (
    <TextField
      label={label}
      select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{ select: { native: true } }}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {TARGETS.map(([path, words]) => (
        <option key={path} value={path}>
          {words} ({path})
        </option>
      ))}
    </TextField>
  )
}
