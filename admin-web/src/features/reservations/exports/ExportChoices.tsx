import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { FormatChoice } from '@/ui/export/FormatChoice'
import type { ExportFormat } from '@/ui/export/formats'

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
      <FormatChoice format={format} onFormat={onFormat} />
      <FormControl>
        <FormLabel id="export-columns">Spalten</FormLabel>
        <RadioGroup
          aria-labelledby="export-columns"
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
