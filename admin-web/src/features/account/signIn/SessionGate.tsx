import Alert from '@mui/material/Alert'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { currentSession, LOGIN_PATH, useSession, wasEnded } from '@/session/session'
import { Loading } from '@/ui/page/Loading'
import { AuthFrame } from './AuthFrame'

/**
 * Lets the console in with a full session and leads to the log-in page otherwise, at once when the
 * session ends. It stands before react-admin, whose own way out navigates again and again while it
 * waits for the page to change.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const { isAsked, problem } = useFirstAnswer()
  const wasIn = useRef(false)
  if (problem)
    return (
      <AuthFrame title="Keine Verbindung">
        <Alert severity="error">{problem}</Alert>
      </AuthFrame>
    )
  if (session?.stage === 'full') {
    wasIn.current = true
    // Another user's session in the same tab gets pages of its own, without what the last one typed.
    return <Fragment key={session.account.id}>{children}</Fragment>
  }
  if (!isAsked) return <Loading />
  // After signing out on purpose the next log-in leads to the start page, else to the page before.
  const isOnPurpose = wasIn.current && !wasEnded()
  const state = isOnPurpose ? null : { nextPathname: pathname, nextSearch: search }
  return <Navigate to={LOGIN_PATH} replace state={state} />
}

function useFirstAnswer() {
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    currentSession().then(
      () => setAsked(true),
      (error: unknown) => setProblem(errorWords(error)),
    )
  }, [])
  return { isAsked, problem }
}
