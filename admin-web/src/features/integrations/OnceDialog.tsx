import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { CopyButton } from '@/ui/fields/CopyButton'

interface OnceDialogProps {
  title: string
  /** What is copied. */
  what: string
  value: string
  onClose: () => void
  children: ReactNode
}

/** Shows something that no page ever shows again. It closes by its button only, not by a slip of the hand. */
export function OnceDialog({ title, what, value, onClose, children }: OnceDialogProps) {
  const id = useId()
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent className="shown-once">
        <p className="flush">{children}</p>
        <output aria-label={what}>{value}</output>
        <p className="flush">
          <CopyButton text={value} what={what} isProminent />
        </p>
        <p className="muted flush">
          Gut aufgehoben ist das dort, wo Sie im Team Passwörter verwahren, nicht in einer Mail.
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Verwahrt, schließen</Button>
      </DialogActions>
    </Dialog>
  )
}
