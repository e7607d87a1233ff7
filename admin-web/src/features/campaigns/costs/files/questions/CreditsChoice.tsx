import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { counted } from '@/features/campaigns/development'
import { formatMoney } from '@/lib/format'
import { type Choices, CREDIT_CHOICES, type Totals } from '../costImport'

interface CreditsChoiceProps {
  totals: Totals
  value: Choices['credits']
  onChange: (value: Choices['credits']) => void
}

/** Amounts below zero: credit notes, or a wrong column? Only a person knows. */
export function CreditsChoice({ totals, value, onChange }: CreditsChoiceProps) {
  return (
    <FormControl>
      <FormLabel id="credit-notes">
        {counted(totals.credits, 'Eine Zeile liegt unter null', 'Zeilen liegen unter null')},
        zusammen {formatMoney(totals.credit_cents)}. Sind das Gutschriften?
      </FormLabel>
      <RadioGroup
        aria-labelledby="credit-notes"
        value={value}
        onChange={(event) => onChange(event.target.value as Choices['credits'])}
      >
        {CREDIT_CHOICES.map(({ name, label }) => (
          <FormControlLabel key={name} value={name} control={<Radio />} label={label} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
