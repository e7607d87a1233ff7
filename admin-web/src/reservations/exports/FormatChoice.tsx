import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { type ExportFormat, FORMATS } from './formats'

interface FormatChoiceProps {
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
}

/** The formats of a file, each with what it is for. */
export function FormatChoice({ format, onFormat }: FormatChoiceProps) {
  return (
    <FormControl>
      <FormLabel id="format">Format</FormLabel>
      <RadioGroup
        aria-labelledby="format"
        value={format}
        onChange={(event) => onFormat(event.target.value as ExportFormat)}
      >
        {FORMATS.map(({ name, label, purpose }) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio />}
            label={
              <span className="wahltext">
                {label}
                <small>{purpose}</small>
              </span>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
