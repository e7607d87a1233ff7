import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { ACTIONS, type AccountAction } from './actions'

interface ActionDialogProps {
  action: AccountAction
  name: string
  onClose: () => void
  onConfirm: () => void
}

/** Asks once more, with what will happen. */
export function ActionDialog({ action, name, onClose, onConfirm }: ActionDialogProps) {
  const { label, meaning } = ACTIONS[action]
  return (
    <Dialog open onClose={onClose} aria-labelledby="zugangsfrage" fullWidth maxWidth="xs">
      <DialogTitle id="zugangsfrage">
        {name}: {label}
      </DialogTitle>
      <DialogContent>{meaning}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button variant="contained" onClick={onConfirm}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
