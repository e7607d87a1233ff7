interface ChoiceFieldProps {
  label: string
  choices: readonly (readonly [value: string, words: string])[]
  value: string
  problem?: string | undefined
  onValue: (value: string) => void
}

/** One of a few, in the filter bar or above a picture. */
export function ChoiceField({ label, choices, value, problem, onValue }: ChoiceFieldProps) {
  const id = `bericht-${label.toLowerCase()}`
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="choice"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-fehler` : undefined}
        onChange={(event) => onValue(event.target.value)}
      >
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {problem && (
        <p id={`${id}-fehler`} role="alert" className="field-error">
          {problem}
        </p>
      )}
    </div>
  )
}
