import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'

export interface FieldProps {
  /** Id and name of the control; messages derive their ids from it. */
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** Ids of the messages that describe a control. */
function describedBy({ name, hint, error }: FieldProps): string | undefined {
  const ids = [error && `${name}-fehler`, hint && `${name}-hinweis`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** Label and messages around a control that brings its own element. */
export function Field({
  name,
  label,
  hint,
  error,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {error && (
        <p className="field__error" id={`${name}-fehler`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="field__hint" id={`${name}-hinweis`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** What both kinds of control have in common. `aria-required` instead of `required`: the browser's own bubbles are neither styled nor in our words. */
export function controlProps(props: FieldProps) {
  return {
    id: props.name,
    name: props.name,
    className: 'input',
    'aria-required': true,
    'aria-invalid': props.error ? true : undefined,
    'aria-describedby': describedBy(props),
  } as const
}

type Control<Attributes> = FieldProps & Omit<Attributes, keyof FieldProps | 'id' | 'className'>

/** A labelled input of one line, with an optional unit inside. */
export function TextField({
  name,
  label,
  hint,
  error,
  unit,
  ...input
}: Control<InputHTMLAttributes<HTMLInputElement>> & { unit?: string }) {
  const field = { name, label, hint, error }
  return (
    <Field {...field}>
      {unit ? (
        <div className="affix">
          <input type="text" {...controlProps(field)} {...input} />
          <span className="affix__text">{unit}</span>
        </div>
      ) : (
        <input type="text" {...controlProps(field)} {...input} />
      )}
    </Field>
  )
}

/** An entry of a list; a plain text is its own value. */
export type Option = string | { value: string; label: string }

/** A labelled choice from a list, empty until chosen. */
export function SelectField({
  name,
  label,
  hint,
  error,
  placeholder,
  options,
  ...select
}: Control<SelectHTMLAttributes<HTMLSelectElement>> & {
  placeholder: string
  options: readonly Option[]
}) {
  const field = { name, label, hint, error }
  return (
    <Field {...field}>
      <select {...controlProps(field)} {...select}>
        <option value="">{placeholder}</option>
        {options.map((option) => {
          // Never without a value: a translated page would send the translation.
          const { value, label } =
            typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
    </Field>
  )
}
