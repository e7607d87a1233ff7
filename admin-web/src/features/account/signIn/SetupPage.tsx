import Alert from '@mui/material/Alert'
import { useLocation, useNavigate } from 'react-router-dom'
import { LOGIN_PATH, noteSession } from '@/session/session'
import { Loading } from '@/ui/page/Loading'
import { AuthFrame } from './AuthFrame'
import { SecondFactorLinkForm } from './SecondFactorLinkForm'
import { SetupForm } from './SetupForm'
import { useInvitation } from './useInvitation'

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
