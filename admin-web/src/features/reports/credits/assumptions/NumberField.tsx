import { useState } from 'react'
import type { OwnValue } from '@/features/reports/frame/parameters/parameters'
import { type NumberSpec, readTyped, typedOf } from './assumptions'

interface NumberFieldProps {
  spec: NumberSpec
  value: OwnValue
  /** What the server says of it. */
  problem: string | undefined
  onValue: (value: OwnValue) => void
}

/** A German decimal. It takes effect with Enter or when the field is left; what is wrong stays. */
export function NumberField({ spec, value, problem, onValue }: NumberFieldProps) {
  const known = typedOf(spec, value)
  const [typed, setTyped] = useState(known)
  const [before, setBefore] = useState(known)
  const [why, setWhy] = useState<string | null>(null)
  if (before !== known) {
    setBefore(known)
    setTyped(known)
    setWhy(null)
  }
  const id = `annahme-${spec.name}`
  const words = why ?? problem

  function apply() {
    const read = readTyped(spec, typed)
    setWhy('why' in read ? read.why : null)
    if ('value' in read && String(read.value) !== String(value)) onValue(read.value)
  }

  return (
    <form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor={id}>{spec.label}</label>
      <span className="with-unit">
        <input
          id={id}
          className="choice tabular"
          inputMode="decimal"
          autoComplete="off"
          size={5}
          placeholder={spec.isOptional ? 'keiner' : undefined}
          value={typed}
          aria-invalid={words !== undefined}
          aria-describedby={words ? `${id}-unit ${id}-error` : `${id}-unit`}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={apply}
        />
        <span id={`${id}-unit`}>{spec.unit}</span>
      </span>
      {words && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {words}
        </p>
      )}
    </form>
  )
}
