import Alert from '@mui/material/Alert'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { call } from '@/api/client'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { currentSession, noteSession, useSession, wasEnded } from '@/session/session'
import { PasskeySignIn } from '../passkeys/lazy'
import { isOffered } from '../passkeys/support'
import { AuthFrame } from './AuthFrame'
import { CodeStep } from './CodeStep'
import { Enrolment } from './Enrolment'
import { Form, Input } from './FormParts'
import { useSubmit } from './useSubmit'

/** Signs in, step by step as the server's session says, then goes where the user wanted to go. */
export function LoginPage() {
  const session = useSession()
  const target = useTarget()
  const problem = useSessionCheck()
  const installation = useInstallation()
  if (session?.stage === 'full') return <Navigate to={target} replace />
  if (session?.stage === 'code') return <CodeStep />
  if (session?.stage === 'enrol')
    return (
      <AuthFrame title="Zweiten Faktor einrichten">
        <Enrolment onDone={noteSession} />
      </AuthFrame>
    )
  if (installation && !installation.is_set_up) return <NotSetUp />
  return <PasswordStep problem={problem} hasPasskeys={isOffered(installation?.passkeys_at)} />
}

/** Asks once who is there, unless that is known already. */
function useSessionCheck(): string | null {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    currentSession().catch((error: unknown) => setProblem(errorWords(error)))
  }, [])
  return problem
}

/** The address that needed the log-in; react-admin leaves it in the history's state. */
function useTarget(): string {
  const { state } = useLocation()
  const { nextPathname = '/', nextSearch = '' } = (state ?? {}) as Record<string, string>
  return nextPathname + nextSearch
}

/** Whether there is an account at all, and where passkeys work; unknown until the server has said so. */
function useInstallation(): Schemas['SetupStateOut'] | undefined {
  const [installation, setInstallation] = useState<Schemas['SetupStateOut']>()
  useEffect(() => {
    call('get', '/api/staff/setup')
      .then(setInstallation)
      .catch(() => undefined)
  }, [])
  return installation
}

function NotSetUp() {
  return (
    <AuthFrame title="Noch kein Konto">
      <p>
        Die Konsole ist noch nicht eingerichtet. Der Link zum Einrichten steht dort, wo Sie den
        Server gestartet haben, in der Zeile „Konsole einrichten“. Läuft der Server als Dienst,
        nennt sie die Datei mit dem Link.
      </p>
    </AuthFrame>
  )
}

function PasswordStep(props: { problem: string | null; hasPasskeys: boolean }) {
  const { problem, hasPasskeys } = props
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submission = useSubmit(async () => {
    noteSession(
      await call('post', '/api/staff/session', { body: { email: email.trim(), password } }),
    )
  })
  return (
    <AuthFrame title="Anmelden">
      {problem && <Alert severity="error">{problem}</Alert>}
      {wasEnded() && !submission.error && (
        <Alert severity="info">Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.</Alert>
      )}
      <Form submission={submission} button="Weiter" isBlocked={!email.trim() || !password}>
        <Input
          label="E-Mail-Adresse"
          id="field-username"
          type="email"
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
          autoFocus
          value={email}
          onValue={setEmail}
        />
        <Input
          label="Passwort"
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
        />
      </Form>
      <p className="tiny muted">
        Passwort vergessen? Jemand mit der Rolle Administration schickt Ihnen einen neuen Link.
      </p>
      {/* Last, since it comes later than the form. */}
      {hasPasskeys && <PasskeySignIn />}
    </AuthFrame>
  )
}
