import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { type KeptRun, periodOfRun, runPath, sharedWords } from './run'

interface KeepDialogProps {
  report: string
  title: string
  parameters: Record<string, unknown>
  onClose: () => void
}

/** Asks for a name, keeps the report, and says where it is then. */
export function KeepDialog({ report, title, parameters, onClose }: KeepDialogProps) {
  const id = useId()
  const [kept, setKept] = useState<KeptRun | null>(null)
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      {kept ? (
        <Done id={id} run={kept} onClose={onClose} />
      ) : (
        <Form {...{ id, report, title, parameters, onClose }} onKept={setKept} />
      )}
    </Dialog>
  )
}

interface FormProps extends KeepDialogProps {
  id: string
  onKept: (run: KeptRun) => void
}

function Form({ id, report, title, parameters, onClose, onKept }: FormProps) {
  const period = periodOfRun(parameters)
  const [label, setLabel] = useState([title, period].filter(Boolean).join(', '))
  const { run, isRunning, problem, fieldErrors } = useStaffChange('report-runs')
  const fault = fieldErrors.label
  const asked = [period, ...sharedWords(parameters)].filter(Boolean).join(' · ')

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What a report says it was asked, it takes; the document names the kinds only where it takes them.
    const asked = parameters as Schemas['ReportRunIn']['parameters']
    const made = await run('post', '/api/staff/report-runs', {
      body: { report, parameters: asked, label },
    })
    if (made) onKept(made)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogTitle id={id}>Bericht festhalten</DialogTitle>
      <DialogContent className="input-stack">
        <TextField
          label="Name"
          value={label}
          error={fault !== undefined}
          helperText={fault}
          autoFocus
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setLabel(target.value)}
          slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
        />
        <p className="muted">
          Aufbewahrt werden alle Zeilen und der Weg, auf dem sie gerechnet sind
          {asked && <> ({asked})</>}. Was später geändert wird, lässt diese Zahlen, wie sie sind.
        </p>
        {problem && !fault && <p role="alert">{problem}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button type="submit" variant="contained" disabled={isRunning}>
          {isRunning ? 'Wird gerechnet …' : 'Festhalten'}
        </Button>
      </DialogActions>
    </form>
  )
}

function Done({ id, run, onClose }: { id: string; run: KeptRun; onClose: () => void }) {
  return (
    <>
      <DialogTitle id={id}>Festgehalten</DialogTitle>
      <DialogContent>
        <p role="status">
          „{run.label}“ bleibt, wie es ist. Sie finden es bei den Berichten unter „Festgehalten“.
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
        <Button component={Link} to={runPath(run.id)} variant="contained">
          Ansehen
        </Button>
      </DialogActions>
    </>
  )
}
