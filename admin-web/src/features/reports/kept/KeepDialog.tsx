import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type KeptRun, periodOfRun, runPath, sharedWords } from './run'

interface KeepDialogProps {
  report: string
  title: string
  parameters: Record<string, unknown>
  onClose: () => void
}

/** Asks for a name, keeps the report, and says where it is then. */
export function KeepDialog({ report, title, parameters, onClose }: KeepDialogProps) {
  const [kept, setKept] = useState<KeptRun | null>(null)
  const period = periodOfRun(parameters)
  const asked = [period, ...sharedWords(parameters)].filter(Boolean).join(' · ')
  if (kept) return <Done run={kept} onClose={onClose} />
  return (
    <EditDialog
      title="Bericht festhalten"
      button={({ isRunning }) => (isRunning ? 'Wird gerechnet …' : 'Festhalten')}
      schema="ReportRunIn"
      start={{ label: [title, period].filter(Boolean).join(', ') }}
      save={(call, { label }) =>
        call('post', '/api/staff/report-runs', {
          // What a report says it was asked, it takes; the document names the kinds only where it takes them.
          body: { report, parameters: parameters as Asked, label },
        })
      }
      renews={['report-runs']}
      onSaved={(made) => {
        if (made) setKept(made)
      }}
      onClose={onClose}
    >
      <TextInput
        source="label"
        label="Name"
        autoFocus
        onFocus={({ target }) => (target as HTMLInputElement).select()}
      />
      <p className="muted">
        Aufbewahrt werden alle Zeilen und der Weg, auf dem sie gerechnet sind
        {asked && <> ({asked})</>}. Was später geändert wird, lässt diese Zahlen, wie sie sind.
      </p>
    </EditDialog>
  )
}

type Asked = Schemas['ReportRunIn']['parameters']

function Done({ run, onClose }: { run: KeptRun; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
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
    </Dialog>
  )
}
