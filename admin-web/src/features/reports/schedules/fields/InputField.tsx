import { type ReactNode, useId } from 'react'

/** What ties a field to its hint and to what is wrong with it. */
export interface FieldTies {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface InputFieldProps {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  children: (ties: FieldTies) => ReactNode
}

/** A label, its field, a word on it, and the sentence about what is wrong beside it. */
export function InputField({ label, hint, problem, children }: InputFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="filter field-line">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="typed-word">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {problem}
        </p>
      )}
    </div>
  )
}
