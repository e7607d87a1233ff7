import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { counted, formatMoney, formatNumber } from '@/lib/format'
import { type Choices, type Currency, RATE_SOURCES, type Rate, withRate } from '../costImport'
import { Choice } from '../MappingForm'

interface CurrencyRatesProps {
  currencies: readonly Currency[]
  choices: Choices
  onChoices: (choices: Choices) => void
}

/** Foreign money of the file: converted at a rate that the user names and that is kept with the import. */
export function CurrencyRates({ currencies, choices, onChoices }: CurrencyRatesProps) {
  return (
    <>
      {currencies.map((found) => (
        <RateForm
          key={found.currency}
          found={found}
          onRate={(rate) => onChoices(withRate(choices, rate))}
        />
      ))}
    </>
  )
}

function RateForm({ found, onRate }: { found: Currency; onRate: (rate: Rate) => void }) {
  const { currency } = found
  const [rate, setRate] = useState('')
  const [on, setOn] = useState('')
  const [source, setSource] = useState<Rate['source']>('ecb')
  const [problems, setProblems] = useState<{ rate?: string; on?: string }>({})

  function use(event: FormEvent) {
    event.preventDefault()
    const wrong = rateProblems(rate, on)
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) onRate({ currency, rate: rate.trim(), on, source })
  }

  return (
    <form className="rate" noValidate onSubmit={use} aria-label={`Kurs für ${currency}`}>
      <p className="flush">
        {counted(found.lines, 'Eine Zeile steht', 'Zeilen stehen')} in {currency}, zusammen{' '}
        {foreignMoney(found.amount, currency)}. {rateWords(found)}
      </p>
      <div className="side-by-side">
        <TextField
          label={`1 ${currency} in €`}
          value={rate}
          onChange={({ target }) => setRate(target.value)}
          error={problems.rate !== undefined}
          helperText={problems.rate}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 20 } }}
        />
        <TextField
          label="Kurs vom"
          type="date"
          value={on}
          onChange={({ target }) => setOn(target.value)}
          error={problems.on !== undefined}
          helperText={problems.on}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Choice
          label="Quelle"
          value={source}
          choices={RATE_SOURCES}
          onChange={(value) => setSource(value as Rate['source'])}
        />
      </div>
      <p className="buttons flush">
        <Button type="submit" variant="outlined">
          {found.cents === null ? 'Umrechnen' : 'Neu umrechnen'}
        </Button>
      </p>
    </form>
  )
}

export function rateProblems(rate: string, on: string): { rate?: string; on?: string } {
  const value = Number(rate.trim().replace(',', '.'))
  const isRate = /^\d{1,7}(?:[.,]\d{1,8})?$/.test(rate.trim()) && value > 0 && value <= 1_000_000
  return {
    ...(!isRate && { rate: 'Bitte geben Sie den Kurs an, zum Beispiel 0,9213.' }),
    ...(!on && { on: 'Bitte geben Sie an, von welchem Tag der Kurs ist.' }),
  }
}

export const foreignMoney = (hundredths: number, currency: string): string =>
  `${formatNumber(Math.trunc(hundredths / 100))},${String(Math.abs(hundredths) % 100).padStart(2, '0')}\u00a0${currency}`

/** What the rate makes of it. Line by line it may differ by cents from the whole at once; that is said. */
export function rateWords({ cents, whole_cents }: Currency): string {
  if (cents === null || whole_cents === null)
    return 'Eingelesen werden Euro. Nennen Sie bitte den Kurs, oder lassen Sie die Zeilen aus.'
  if (cents === whole_cents) return `Umgerechnet ${formatMoney(cents)}.`
  return `Umgerechnet ${formatMoney(cents)}, Zeile für Zeile gerundet; in einem Stück wären es ${formatMoney(whole_cents)}.`
}
