import { useState } from 'react'
import { call } from '@/api/client'
import type { Session } from '@/session/session'
import { Form, Input } from './FormParts'
import type { Invitation } from './useInvitation'
import { useSubmit } from './useSubmit'

interface SecondFactorLinkFormProps {
  token: string
  invitation: Invitation
  onDone: (session: Session) => void
}

/** Asks for the password of an account whose second factor was taken away; a new one follows. */
export function SecondFactorLinkForm({ token, invitation, onDone }: SecondFactorLinkFormProps) {
  const [password, setPassword] = useState('')
  const submission = useSubmit(async () => {
    onDone(await call('post', '/api/staff/setup', { body: { token, password } }))
  })
  return (
    <Form submission={submission} button="Weiter zum zweiten Faktor" isBlocked={!password}>
      <Input
        label="E-Mail-Adresse"
        type="email"
        autoComplete="username"
        value={invitation.email ?? ''}
        onValue={() => undefined}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Input
        label="Ihr Passwort"
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        autoFocus
      />
    </Form>
  )
}
