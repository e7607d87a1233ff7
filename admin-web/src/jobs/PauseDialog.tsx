import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import { type Job, jobPath } from './job'

const LONGEST = 300

/** Asks why a job is to be kept from running; whoever comes next reads it. */
export function PauseDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { run, isRunning, problem, fieldErrors } = useStaffChange('jobs')
  const notify = useNotify()
  const fault = isMissing ? 'Bitte nennen Sie einen Grund.' : fieldErrors.reason

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim()) return
    if (!(await run('POST', `${jobPath(job.name).slice(1)}/pause`, { reason: reason.trim() })))
      return
    notify(`„${job.title}“ ist angehalten.`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={id}>{job.title} anhalten</DialogTitle>
        <DialogContent className="eingaben">
          <p className="ohne">
            Ab sofort beginnt nichts mehr nach Plan. Was schon läuft, endet noch. Was in der Pause
            an der Reihe wäre, wird später nicht nachgeholt.
          </p>
          <TextField
            label="Grund"
            value={reason}
            error={fault !== undefined}
            helperText={fault ?? 'Für alle, die sich wundern, dass nichts geschieht.'}
            autoFocus
            multiline
            minRows={2}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
          />
          {problem && !fault && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            Anhalten
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
