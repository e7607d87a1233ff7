import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'

export type TextInputProps = Omit<TextFieldProps, 'onChange' | 'error' | 'helperText'> & {
  label: string
  value: string
  onValue: (value: string) => void
  /** The sentence about what is wrong; stands where the hint stands otherwise. */
  problem?: string | undefined
  hint?: ReactNode
}

/** What the user types, with a hint or what is wrong with it below. */
export function TextInput({ onValue, problem, hint, ...rest }: TextInputProps) {
  return (
    <TextField
      {...rest}
      error={problem !== undefined}
      helperText={problem ?? hint}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}
