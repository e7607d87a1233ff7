import TextField from '@mui/material/TextField'
import { leftWords, type Park } from './importPark'

interface ParkChoiceProps {
  parks: readonly Park[]
  value: string | undefined
  onChange: (park: string) => void
}

/** The park of the list, with the places that each has left. A single one is only named. */
export function ParkChoice({ parks, value, onChange }: ParkChoiceProps) {
  const [first, ...others] = parks
  if (!first) return null
  if (others.length === 0)
    return (
      <p className="muted">
        {first.name}: {leftWords(first)}
      </p>
    )
  return (
    <TextField
      className="import-park"
      select
      label="Solarpark"
      value={value ?? first.id}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {parks.map((park) => (
        <option key={park.id} value={park.id}>
          {park.name}: {leftWords(park)}
        </option>
      ))}
    </TextField>
  )
}
