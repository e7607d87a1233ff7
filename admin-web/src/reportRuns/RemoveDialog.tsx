import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import type { KeptRun } from './run'

interface RemoveDialogProps {
  run: KeptRun
  onClose: () => void
  onRemoved: () => void
}

/** Removing cannot be taken back, so it asks why. */
export function RemoveDialog({ run: kept, onClose, onRemoved }: RemoveDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const { run, isRunning, problem, fieldErrors } = useStaffChange()
  const notify = useNotify()
  const fault = fieldErrors.reason

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await run('DELETE', `report-runs/${kept.id}`, { reason }))) return
    notify(`„${kept.label}“ ist gelöscht.`, { type: 'success' })
    onRemoved()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={id}>„{kept.label}“ löschen?</DialogTitle>
        <DialogContent className="eingaben">
          <p>Die festgehaltenen Zahlen sind dann weg und lassen sich nicht wiederholen.</p>
          <TextField
            label="Grund"
            value={reason}
            error={fault !== undefined}
            helperText={fault}
            autoFocus
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
          />
          {problem && !fault && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            Löschen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
