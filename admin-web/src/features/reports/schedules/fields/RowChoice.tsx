interface RowChoiceProps<Name extends string> {
  legend: string
  /** What the choice is called in the form; one name, one choice. */
  name: string
  choices: readonly (readonly [name: Name, label: string])[]
  chosen: Name
  isDisabled?: (name: Name) => boolean
  onChosen: (name: Name) => void
}

/** One of a few as cells in a row. */
export function RowChoice<Name extends string>(props: RowChoiceProps<Name>) {
  const { legend, name, choices, chosen, isDisabled, onChosen } = props
  return (
    <fieldset className="choice-row">
      <legend>{legend}</legend>
      {choices.map(([choice, label]) => (
        <label key={choice} className="cell-choice wide-cell">
          <input
            type="radio"
            name={name}
            checked={chosen === choice}
            disabled={isDisabled?.(choice) ?? false}
            onChange={() => onChosen(choice)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
