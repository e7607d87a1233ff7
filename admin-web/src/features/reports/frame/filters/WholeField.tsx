import { useId, useState } from 'react'

interface WholeFieldProps {
  label: string
  /** Behind the number: „Tage“. */
  unit: string
  value: string
  problem: string | undefined
  onValue: (value: string) => void
}

/** A whole number. It takes effect with Enter or when the field is left; the server knows the bounds. */
export function WholeField({ label, unit, value, problem, onValue }: WholeFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const id = useId()
  const apply = () => typed.trim() !== value && onValue(typed.trim())
  return (
    <form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <span className="with-unit">
        <input
          id={id}
          className="choice tabular"
          inputMode="numeric"
          autoComplete="off"
          size={4}
          value={typed}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={apply}
        />
        {unit}
      </span>
      {problem && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {problem}
        </p>
      )}
    </form>
  )
}
