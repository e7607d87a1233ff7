interface PictureChoiceProps<Name extends string> {
  label: string
  /** Name → words. */
  choices: Readonly<Record<Name, string>>
  value: Name
  onValue: (name: Name) => void
}

/** One of a few that change the picture at once. */
export function PictureChoice<Name extends string>(props: PictureChoiceProps<Name>) {
  const { label, choices, value, onValue } = props
  return (
    <fieldset className="period-choice no-print">
      <legend className="visually-hidden">{label}</legend>
      {(Object.entries(choices) as [Name, string][]).map(([name, words]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onValue(name)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
