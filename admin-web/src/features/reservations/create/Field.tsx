import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { useId } from 'react'
import type { TextName } from './form'
import type { Entry } from './useEntry'

interface Common {
  entry: Entry
  name: TextName
  label: string
  /** Columns of ten. */
  width: number
  hint?: ReactNode
}

/** What is wrong, or the hint; read out with the field. */
function useTold({ entry, name, hint }: Common) {
  const id = useId()
  const problem = entry.errors[name]
  const told = problem ?? hint
  return {
    told: told && (
      <small id={id} className={problem ? 'error-text' : 'muted'}>
        {told}
      </small>
    ),
    attributes: {
      name,
      'aria-invalid': problem ? (true as const) : undefined,
      'aria-describedby': told ? id : undefined,
    },
  }
}

/** A labelled field of the form, with its fault below it. */
export function Field(props: Common & InputHTMLAttributes<HTMLInputElement>) {
  const { entry, name, label, width, hint: _hint, ...rest } = props
  const { told, attributes } = useTold(props)
  return (
    <label className="entry-field" data-width={width}>
      <span>{label}</span>
      <input
        type="text"
        autoComplete="off"
        {...rest}
        {...attributes}
        value={entry.form[name]}
        onChange={({ target }) => entry.type({ [name]: target.value })}
      />
      {told}
    </label>
  )
}

/** One of a few. */
export function Select(
  props: Common & SelectHTMLAttributes<HTMLSelectElement> & { children: ReactNode },
) {
  const { entry, name, label, width, hint: _hint, children, ...rest } = props
  const { told, attributes } = useTold(props)
  return (
    <label className="entry-field" data-width={width}>
      <span>{label}</span>
      <select
        {...rest}
        {...attributes}
        value={entry.form[name]}
        onChange={({ target }) => entry.type({ [name]: target.value })}
      >
        {children}
      </select>
      {told}
    </label>
  )
}
