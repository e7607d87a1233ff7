import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { counted } from '@/lib/format'
import { type Choices, REPEATED_CHOICES } from '../costImport'

interface RepeatedChoiceProps {
  /** How many lines repeat an earlier one. */
  count: number
  value: Choices['repeated']
  onChange: (value: Choices['repeated']) => void
}

/** Lines that are equal word for word: exported twice, or spent twice? Only a person knows. */
export function RepeatedChoice({ count, value, onChange }: RepeatedChoiceProps) {
  return (
    <FormControl>
      <FormLabel id="repeated-rows">
        {counted(
          count,
          'Eine Zeile steht Wort für Wort schon weiter oben.',
          'Zeilen stehen Wort für Wort schon weiter oben.',
        )}
      </FormLabel>
      <RadioGroup
        aria-labelledby="repeated-rows"
        value={value}
        onChange={(event) => onChange(event.target.value as Choices['repeated'])}
      >
        {REPEATED_CHOICES.map(({ name, label }) => (
          <FormControlLabel key={name} value={name} control={<Radio />} label={label} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
