import { useState } from 'react'
import type { OwnValue } from '@/features/reports/frame/parameters/parameters'

interface MonthFieldProps {
  value: OwnValue
  problem: string | undefined
  onValue: (value: OwnValue) => void
}

/** The month in which credits begin; without one it is the next. It is typed as „04/2027“. */
export function MonthField({ value, problem, onValue }: MonthFieldProps) {
  const known = typedMonth(value)
  const [typed, setTyped] = useState(known)
  const [before, setBefore] = useState(known)
  const [isWrong, setIsWrong] = useState(false)
  if (before !== known) {
    setBefore(known)
    setTyped(known)
    setIsWrong(false)
  }
  const words = isWrong ? 'Bitte geben Sie Monat und Jahr ein, zum Beispiel 04/2027.' : problem

  function apply() {
    const read = readMonth(typed)
    setIsWrong(read === null)
    if (read !== null && String(read) !== String(value)) onValue(read)
  }

  return (
    <form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor="assumption-start">Erster Monat</label>
      <input
        id="assumption-start"
        className="choice tabular"
        inputMode="numeric"
        autoComplete="off"
        size={9}
        placeholder="der nächste"
        value={typed}
        aria-invalid={words !== undefined}
        aria-describedby={words ? 'assumption-start-error' : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
      />
      {words && (
        <p id="assumption-start-error" role="alert" className="field-error">
          {words}
        </p>
      )}
    </form>
  )
}

/** `['2027-04-01']` → „04/2027“. */
export function typedMonth(value: OwnValue): string {
  const day = typeof value === 'string' ? value : (value[0] ?? '')
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(day) ?? []
  return year && month ? `${month}/${year}` : day
}

/** „4/2027“ or „04.2027“ → `['2027-04-01']`, nothing → `[]`; `null` for what is no month. */
export function readMonth(typed: string): string[] | null {
  const text = typed.trim()
  if (text === '') return []
  const [, month, year] = /^(\d{1,2})\s*[/.]\s*(\d{4})$/.exec(text) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null
  return [`${year}-${month.padStart(2, '0')}-01`]
}
