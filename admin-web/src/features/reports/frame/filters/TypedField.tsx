import { useId, useState } from 'react'
import type { OwnValue } from '../parameters/parameters'

interface WholeFieldProps {
  label: string
  unit: string
  value: string
  problem: string | undefined
  onValue: (value: string) => void
}

/** A whole number; the server knows its bounds. */
export const WholeField = (props: WholeFieldProps) => (
  <TypedField known={props.value} read={(typed) => ({ value: typed.trim() })} size={4} {...props} />
)

interface TypedFieldProps<V extends OwnValue> {
  label: string
  /** Behind what is typed: „Tage“. */
  unit?: string
  value: V
  /** The value as it is typed. */
  known: string
  read: (typed: string) => { value: V } | { why: string }
  size: number
  inputMode?: 'numeric' | 'decimal'
  placeholder?: string | undefined
  /** What the server says of it. */
  problem: string | undefined
  onValue: (value: V) => void
}

/** A value that takes effect with Enter or when the field is left; what cannot be read stays, with the reason. */
export function TypedField<V extends OwnValue>(props: TypedFieldProps<V>) {
  const { label, unit, size, placeholder } = props
  const { typed, setTyped, why, apply } = useTyped(props)
  const id = useId()
  const words = why ?? props.problem
  const input = (
    <input
      id={id}
      className="choice tabular"
      inputMode={props.inputMode ?? 'numeric'}
      autoComplete="off"
      size={size}
      placeholder={placeholder}
      value={typed}
      aria-invalid={words !== undefined}
      aria-describedby={[unit && `${id}-unit`, words && `${id}-error`].filter(Boolean).join(' ')}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
    />
  )
  return (
    <form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor={id}>{label}</label>
      {unit === undefined ? (
        input
      ) : (
        <span className="with-unit">
          {input}
          {unit && <span id={`${id}-unit`}>{unit}</span>}
        </span>
      )}
      {words && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {words}
        </p>
      )}
    </form>
  )
}

/** What is typed until the value is another one. */
function useTyped<V extends OwnValue>({ value, known, read, onValue }: TypedFieldProps<V>) {
  const [typed, setTyped] = useState(known)
  const [before, setBefore] = useState(known)
  const [why, setWhy] = useState<string>()
  if (before !== known) {
    setBefore(known)
    setTyped(known)
    setWhy(undefined)
  }
  const apply = () => {
    const answer = read(typed)
    setWhy('why' in answer ? answer.why : undefined)
    if ('value' in answer && String(answer.value) !== String(value)) onValue(answer.value)
  }
  return { typed, setTyped, why, apply }
}
