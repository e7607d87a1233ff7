import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'

interface QuestionDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  button: string
  isRunning: boolean
  problem: string | null
  onClose: () => void
  onConfirm: () => void
}

/** Asks once more before something happens, with what that will be. */
export function QuestionDialog(props: QuestionDialogProps) {
  const id = useId()
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{props.title}</DialogTitle>
      <DialogContent>
        {props.children}
        {props.problem && <p role="alert">{props.problem}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>Abbrechen</Button>
        <Button variant="contained" disabled={props.isRunning} onClick={props.onConfirm}>
          {props.button}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
