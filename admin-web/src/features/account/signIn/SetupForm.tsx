import { useState } from 'react'
import { call } from '@/api/client'
import { ROLE_NAMES, type Session } from '@/session/session'
import { Form, Input } from './FormParts'
import { NewPassword } from './NewPassword'
import { isLongEnough } from './PasswordRules'
import type { Invitation } from './useInvitation'
import { useSubmit } from './useSubmit'

interface SetupFormProps {
  token: string
  invitation: Invitation
  onDone: (session: Session) => void
}

/** Name, address and password of a new account, or a new password for an old one. */
export function SetupForm({ token, invitation, onDone }: SetupFormProps) {
  const [name, setName] = useState(invitation.name ?? '')
  const [email, setEmail] = useState(invitation.email ?? '')
  const [password, setPassword] = useState('')
  const submission = useSubmit(async () => {
    const account = { token, name: name.trim(), email: email.trim(), password }
    onDone(await call('post', '/api/staff/setup', { body: account }))
  })
  const { fieldErrors } = submission
  return (
    <>
      <p>Ihre Rolle: {ROLE_NAMES[invitation.role]}</p>
      <Form
        submission={submission}
        button="Weiter zum zweiten Faktor"
        isBlocked={!name.trim() || !email.trim() || !isLongEnough(password)}
      >
        <Input
          label="Ihr Name"
          autoComplete="name"
          value={name}
          onValue={setName}
          problem={fieldErrors.name}
          autoFocus
        />
        <Input
          label="E-Mail-Adresse"
          type="email"
          autoComplete="username"
          value={email}
          onValue={setEmail}
          problem={fieldErrors.email}
          hint={
            invitation.email ? 'An diese Adresse ging die Einladung.' : 'Damit melden Sie sich an.'
          }
          slotProps={{ htmlInput: { readOnly: invitation.email !== null } }}
        />
        <NewPassword
          label="Passwort"
          value={password}
          onValue={setPassword}
          problem={fieldErrors.password}
        />
      </Form>
    </>
  )
}
