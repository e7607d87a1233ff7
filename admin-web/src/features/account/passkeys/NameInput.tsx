import { Input, type InputProps } from '../signIn/FormParts'

/** What the user calls a passkey. */
export function NameInput(props: Omit<InputProps, 'label' | 'autoComplete'>) {
  return (
    <Input
      {...props}
      id="passkey-name"
      label="Name des Passkeys"
      autoFocus
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  )
}
