import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useId } from 'react'
import { operationLabel } from '@/lib/operationWords'
import { useFormKeys } from '@/ui/form/useFormKeys'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { NotifyChoice } from '../../../operations/NotifyChoice'
import { ReasonInput } from '../../../operations/ReasonInput'
import type { CorrectionState } from './useCorrection'

interface CorrectionDialogProps {
  name: string
  state: CorrectionState
  /** What follows, as the server says; none while it is being found out. */
  consequences: readonly string[] | undefined
  /** Why it is impossible as it is chosen. */
  refusal: string | null
  /** Something is chosen and possible. */
  isReady: boolean
  isAlwaysTold?: boolean
  isWide?: boolean
  /** The choice itself. */
  children: ReactNode
  onClose: () => void
  onSubmit: () => unknown
}

/** The choice, what follows from it, why, and whether the household is told. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { name, state, isReady, isAlwaysTold, isWide, children, onClose } = props
  const id = useId()
  const keys = useFormKeys()
  function submit(event: FormEvent) {
    event.preventDefault()
    void props.onSubmit()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={isWide ? 'md' : 'sm'} aria-labelledby={id}>
      <form noValidate onSubmit={submit} {...keys}>
        <DialogTitle id={id}>{operationLabel(name)}</DialogTitle>
        <DialogContent className="form">
          {children}
          <Following {...props} />
          <ReasonInput
            name={name}
            value={state.reason}
            onChange={state.setReason}
            problem={state.fieldErrors.reason}
          />
          {!isAlwaysTold && (
            <NotifyChoice
              value={state.notifying}
              onChange={state.setNotifying}
              problem={state.fieldErrors.untold_reason}
            />
          )}
          {state.problem && (
            <p className="error-text" role="alert">
              {state.problem}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            type="submit"
            variant="contained"
            color="secondary"
            disabled={!isReady || !state.isReasoned || state.isRunning}
          >
            {state.isRunning
              ? 'Wird ausgeführt'
              : state.isStale
                ? 'Trotzdem ausführen'
                : operationLabel(name)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Following({ consequences, refusal }: CorrectionDialogProps) {
  if (refusal)
    return (
      <p className="error-text" role="alert">
        {refusal}
      </p>
    )
  if (!consequences?.length) return null
  return (
    <div className="preview">
      <h3>Was passiert</h3>
      <ConsequenceList sentences={consequences} />
    </div>
  )
}
