import { useState } from 'react'
import { TextField } from '@/components/Field'
import { investText } from '@/content/de/invest'
import { parseAmount } from '@/lib/germanAmount'
import { formatShortEuro } from '@/lib/germanNumbers'
import { type Cents, centsToEuros } from '@/lib/offer/money'
import { amountOf, NOTHING_CHOSEN } from './choices'

interface Props {
  /** The text of the field. */
  amount: string
  minimum: Cents
  onChange: (amount: string) => void
}

/** The amount as a number field, always with a word on how it was read. */
export function AmountField({ amount, minimum, onChange }: Props) {
  const [badInput, setBadInput] = useState(false)
  const text = investText.amount
  const cents = amountOf({ ...NOTHING_CHOSEN, amount })
  const unreadable = badInput || (amount !== '' && cents === 0)

  /** "1.000" becomes what it was read as, so that field and sum show the same. */
  const rewrite = () => {
    const { value, readable } = parseAmount(amount)
    if (readable && String(value) !== amount) onChange(String(value))
  }

  return (
    <div className="invest__group">
      <h2>{text.title}</h2>
      <TextField
        name="amount"
        label={text.label}
        hint={text.hint}
        unit={text.unit}
        type="number"
        inputMode="decimal"
        min={centsToEuros(minimum)}
        step="any"
        autoComplete="off"
        placeholder={text.placeholder(centsToEuros(minimum))}
        value={amount}
        onChange={(event) => {
          setBadInput(event.target.validity.badInput)
          onChange(event.target.value)
        }}
        onBlur={rewrite}
        // Scrolling the page must not turn the amount that lies under the pointer.
        onWheel={(event) => event.currentTarget.blur()}
      />
      <p className="invest__read small">{unreadable ? text.unreadable : reading(cents, minimum)}</p>
    </div>
  )
}

function reading(cents: Cents, minimum: Cents): string | null {
  const text = investText.amount
  if (cents === 0) return null
  const amount = formatShortEuro(cents)
  return cents < minimum ? text.low(amount, formatShortEuro(minimum)) : text.read(amount)
}
