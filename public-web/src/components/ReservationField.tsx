import { useState } from 'react'
import { afterPress } from '@/lib/afterPress'
import { parseAmount } from '@/lib/germanAmount'
import { FIELDS, type TextField as FieldName, type FieldText } from '@/lib/reservation/fields'
import { SelectField, TextField } from './Field'

interface Props {
  name: FieldName
  words: FieldText
  value: string
  error: string | undefined
  onType: (text: string) => void
  /** For the note below an amount. */
  noteClass: string
}

/** Select or input, as the field is declared. An unreadable amount is reported when the field is left. */
export function ReservationField({ name, words, value, error, onType, noteClass }: Props) {
  const [left, setLeft] = useState(false)
  const { choices, isAmount } = FIELDS[name]
  const { label, hint, input, placeholder = '', unit, unreadable } = words
  const field = {
    ...{ name, label, hint, error, value },
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  }
  if (choices) return <SelectField {...field} placeholder={placeholder} options={choices} />
  if (!isAmount) return <TextField {...field} {...input} />
  const isUnreadable = left && value.trim() !== '' && !parseAmount(value).readable
  return (
    <div>
      <TextField
        {...field}
        {...input}
        unit={unit ?? ''}
        onBlur={() => afterPress(() => setLeft(true))}
      />
      <p className={noteClass} role="status">
        {isUnreadable && unreadable}
      </p>
    </div>
  )
}
