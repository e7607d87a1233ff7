import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import type { Submission } from './useSubmit'

/** A form with its refusal announced above the fields and one button below them. */
export function Form(props: {
  submission: Submission
  button: string
  isBlocked?: boolean
  children: ReactNode
}) {
  const { submission, button, isBlocked = false, children } = props
  return (
    <form className="form" onSubmit={submission.onSubmit} noValidate>
      {submission.error && <Alert severity="error">{submission.error}</Alert>}
      {children}
      <Button type="submit" variant="contained" disabled={isBlocked || submission.isBusy}>
        {submission.isBusy ? 'Einen Moment' : button}
      </Button>
    </form>
  )
}

export type InputProps = Omit<TextFieldProps, 'onChange' | 'error' | 'helperText'> & {
  autoComplete: string
  value: string
  onValue: (value: string) => void
  /** The sentence about what is wrong; stands where the hint stands otherwise. */
  problem?: string | undefined
  hint?: ReactNode
}

/**
 * A field by whose purpose a password manager knows it. Not react-admin's: who signs in would wait for its forms.
 */
export function Input({ onValue, problem, hint, ...rest }: InputProps) {
  return (
    <TextField
      {...rest}
      fullWidth
      id={rest.id ?? `field-${rest.autoComplete}`}
      error={problem !== undefined}
      helperText={problem ?? hint}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}

/** A code of the app or a recovery code. Blanks of a pasted one are dropped. */
export function CodeInput(props: {
  value: string
  onValue: (value: string) => void
  label?: string
  hint?: string
  isRecovery?: boolean
  autoFocus?: boolean
}) {
  return (
    <Input
      id="code"
      label={props.label ?? 'Code aus Ihrer App'}
      hint={props.hint ?? (props.isRecovery ? undefined : 'Sechs Ziffern, alle 30 Sekunden neu.')}
      autoComplete={props.isRecovery ? 'off' : 'one-time-code'}
      autoFocus={props.autoFocus ?? false}
      value={props.value}
      onValue={(value) => props.onValue(value.replace(/\s/g, ''))}
      slotProps={{
        htmlInput: { inputMode: props.isRecovery ? 'text' : 'numeric', spellCheck: false },
      }}
    />
  )
}
