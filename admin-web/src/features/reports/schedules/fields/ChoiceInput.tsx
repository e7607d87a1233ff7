import { InputField } from './InputField'

interface ChoiceInputProps {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  choices: readonly (readonly [value: string, words: string])[]
  value: string
  onValue: (value: string) => void
}

/** One of a few, among the fields of a schedule. */
export function ChoiceInput({ choices, value, onValue, ...field }: ChoiceInputProps) {
  return (
    <InputField {...field}>
      {(ties) => (
        <select
          {...ties}
          className="choice"
          value={value}
          onChange={({ target }) => onValue(target.value)}
        >
          {choices.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </InputField>
  )
}
