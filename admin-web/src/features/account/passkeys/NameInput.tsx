import { TextInput, type TextInputProps } from '@/ui/form/TextInput'

/** What the user calls a passkey. */
export function NameInput(props: Omit<TextInputProps, 'label'>) {
  return (
    <TextInput
      {...props}
      id="passkey-name"
      label="Name des Passkeys"
      fullWidth
      autoFocus
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  )
}
