import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { LOGIN_PATH } from '@/session/session'

interface LeaveWarningProps {
  isUnsaved: boolean
  /** What was typed is being saved: a user who leaves now goes on once it is, and is asked only if it is refused. */
  isSaving?: boolean
  /** Called before that. */
  onGoingOn?: () => void
}

/** Asks before the user leaves with unsaved changes. The log-in page is no leaving: the draft waits. */
export function LeaveWarning({ isUnsaved, isSaving = false, onGoingOn }: LeaveWarningProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== LOGIN_PATH,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked' || isUnsaved) return
    onGoingOn?.()
    blocker.proceed()
  }, [blocker, isUnsaved, onGoingOn])
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return (
    <Dialog
      open={blocker.state === 'blocked' && isUnsaved && !isSaving}
      onClose={() => blocker.reset?.()}
      aria-labelledby="leave-warning"
    >
      <DialogTitle id="leave-warning">Ihre Änderungen sind nicht gespeichert</DialogTitle>
      <DialogContent>
        <p>
          Wenn Sie weitergehen, bleibt Ihr Entwurf erhalten, bis Sie dieses Fenster schließen.
          Gespeichert wird nichts.
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => blocker.proceed?.()}>Ohne Speichern weiter</Button>
        <Button variant="contained" color="secondary" onClick={() => blocker.reset?.()}>
          Hier bleiben
        </Button>
      </DialogActions>
    </Dialog>
  )
}
