import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'

interface TickProps {
  label: string
  isTicked: boolean
  onChange: (isTicked: boolean) => void
}

/** A box to tick with its words, among the fields of a rule. */
export function Tick({ label, isTicked, onChange }: TickProps) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={isTicked} onChange={({ target }) => onChange(target.checked)} />}
    />
  )
}
