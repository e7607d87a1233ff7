import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { TextInput as StockInput, type TextInputProps as StockProps, useInput } from 'react-admin'
import { RadioChoice } from './RadioChoice'

/** How long the texts of a form may be, by field, as the API document says. */
export const Lengths = createContext<Readonly<Record<string, number>>>({})

/** An empty text stays one: react-admin's own inputs make it `null`, which is no text to the server. */
const asTyped = (value: string) => value

export interface TextInputProps extends Omit<StockProps, 'label' | 'helperText'> {
  label: string
  /** Below it; what is wrong with it takes its place. */
  hint?: ReactNode
  /** Attributes of the element itself. */
  html?: ComponentProps<'input'>
}

/** react-admin's input as the console draws it, bounded as the API document says. */
export function TextInput({ hint, html, ...props }: TextInputProps) {
  const maxLength = use(Lengths)[props.source]
  const { htmlInput, ...slots } = props.slotProps ?? {}
  return (
    <StockInput
      helperText={hint || false}
      parse={asTyped}
      {...props}
      multiline={props.minRows !== undefined}
      slotProps={{
        htmlInput: { maxLength, autoComplete: 'off', ...html, ...htmlInput },
        // The browser's own date field shows a pattern where it is empty, so the label may not lie on it.
        ...((props.type === 'date' || props.type === 'time') && { inputLabel: { shrink: true } }),
        ...slots,
      }}
    />
  )
}

interface SelectInputProps extends TextInputProps {
  choices: readonly (readonly [value: string | number, label: string])[]
}

/** One of several, in the browser's own list: on a phone that is the one people know. */
export const SelectInput = ({ choices, ...props }: SelectInputProps) => (
  <TextInput
    {...props}
    select
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    {choices.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </TextInput>
)

/** A field that is drawn in a way of its own: its value, and what is wrong with it. */
export function useField<T>(source: string) {
  const { field, fieldState } = useInput<T>({
    source,
    format: (value) => value,
    parse: (value) => value,
  })
  const { message } = (fieldState.error ?? {}) as { message?: string | { message: string } }
  return {
    value: field.value as T,
    onChange: field.onChange as (value: T) => void,
    problem: typeof message === 'object' ? message.message : message,
  }
}

/** What is wrong with a field that has no place for it. */
export const FieldProblem = ({ words }: { words: string | undefined }) =>
  words ? (
    <p role="alert" className="field-error">
      {words}
    </p>
  ) : null

interface RadioInputProps<T> {
  source: string
  legend: string
  options: readonly { name: T; label: string; meaning?: string }[]
}

/** One of a few, each with a line on what it means. */
export function RadioInput<T extends string | number>(props: RadioInputProps<T>) {
  const { value, onChange } = useField<T>(props.source)
  return <RadioChoice {...props} value={value} onChange={onChange} />
}

/** A box to tick with its words. */
export function TickInput({ source, label }: { source: string; label: string }) {
  const { value, onChange, problem } = useField<boolean>(source)
  const box = (
    <Checkbox
      name={source}
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
      slotProps={{ input: { 'aria-invalid': problem ? true : undefined } }}
    />
  )
  return (
    <div>
      <FormControlLabel label={label} control={box} />
      <FieldProblem words={problem} />
    </div>
  )
}
