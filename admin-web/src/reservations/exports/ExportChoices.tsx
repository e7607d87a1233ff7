import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { type ExportFormat, FORMATS } from './formats'

interface ExportChoicesProps {
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
  isEverything: boolean
  onEverything: (isEverything: boolean) => void
}

export function ExportChoices(props: ExportChoicesProps) {
  const { format, onFormat, isEverything, onEverything } = props
  return (
    <>
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
      <FormControl>
        <FormLabel id="spalten">Spalten</FormLabel>
        <RadioGroup
          aria-labelledby="spalten"
          value={isEverything ? 'alle' : 'liste'}
          onChange={(event) => onEverything(event.target.value === 'alle')}
        >
          <FormControlLabel value="liste" control={<Radio />} label="Wie in der Liste" />
          <FormControlLabel value="alle" control={<Radio />} label="Alle gespeicherten" />
        </RadioGroup>
      </FormControl>
    </>
  )
}
