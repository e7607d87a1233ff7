import { useId } from 'react'

interface ChoiceFieldProps {
  /** For what a style sheet has to say about this one alone. */
  id?: string
  label: string
  choices: readonly (readonly [value: string, words: string])[]
  value: string
  problem?: string | undefined
  onValue: (value: string) => void
}

/** One of a few, in the filter bar or above a picture. */
export function ChoiceField({ id, label, choices, value, problem, onValue }: ChoiceFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div className="filter">
      <label htmlFor={fieldId}>{label}</label>
      <select
        id={fieldId}
        className="choice"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${fieldId}-error` : undefined}
        onChange={(event) => onValue(event.target.value)}
      >
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {problem && (
        <p id={`${fieldId}-error`} role="alert" className="field-error">
          {problem}
        </p>
      )}
    </div>
  )
}
