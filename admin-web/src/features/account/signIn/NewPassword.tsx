import { Input } from './FormParts'
import { PasswordRules } from './PasswordRules'

interface NewPasswordProps {
  label: string
  value: string
  onValue: (password: string) => void
  problem: string | undefined
}

/** A password that is to be, with the rules for it. */
export function NewPassword({ value, ...field }: NewPasswordProps) {
  return (
    <>
      <Input
        {...field}
        value={value}
        type="password"
        autoComplete="new-password"
        aria-describedby="password-rules"
      />
      <PasswordRules password={value} />
    </>
  )
}
