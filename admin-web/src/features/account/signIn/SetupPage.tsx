import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { call } from '@/api/client'
import { LOGIN_PATH, noteSession, type Session } from '@/session/session'
import { Loading } from '@/ui/page/Loading'
import { AuthFrame } from './AuthFrame'
import { Form, Input } from './FormParts'
import { SetupForm } from './SetupForm'
import { type Invitation, useInvitation } from './useInvitation'
import { useSubmit } from './useSubmit'

const TITLES = {
  first_account: 'Konsole einrichten',
  invitation: 'Konto einrichten',
  reset: 'Neues Passwort',
  second_factor: 'Neue Authenticator-App',
}

/**
 * Where one-time links lead. The token stands in the fragment, so no server log ever holds it; it
 * leaves the address as soon as the account is made, and the log-in page goes on from there.
 */
export function SetupPage() {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const { invitation, problem } = useInvitation(token)
  if (problem)
    return (
      <AuthFrame title="Dieser Link geht nicht">
        <Alert severity="error">{problem}</Alert>
      </AuthFrame>
    )
  if (!invitation)
    return (
      <AuthFrame title="Konto einrichten">
        <Loading />
      </AuthFrame>
    )
  const Asked = invitation.purpose === 'second_factor' ? SecondFactorLinkForm : SetupForm
  return (
    <AuthFrame title={TITLES[invitation.purpose]}>
      <Asked
        token={token}
        invitation={invitation}
        onDone={(session) => {
          noteSession(session)
          navigate(LOGIN_PATH, { replace: true })
        }}
      />
    </AuthFrame>
  )
}

interface SecondFactorLinkFormProps {
  token: string
  invitation: Invitation
  onDone: (session: Session) => void
}

/** Asks for the password of an account whose second factor was taken away; a new one follows. */
function SecondFactorLinkForm({ token, invitation, onDone }: SecondFactorLinkFormProps) {
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
