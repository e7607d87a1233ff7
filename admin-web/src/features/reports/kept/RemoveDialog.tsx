import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import type { KeptRun } from './run'

interface RemoveDialogProps {
  run: KeptRun
  onClose: () => void
  onRemoved: () => void
}

/** Removing cannot be taken back, so it asks why. */
export const RemoveDialog = ({ run, onClose, onRemoved }: RemoveDialogProps) => (
  <EditDialog
    title={`„${run.label}“ löschen?`}
    button="Löschen"
    schema="RemovalIn"
    start={{ reason: '' }}
    save={(call, body) =>
      call('delete', '/api/staff/report-runs/{run_id}', {
        params: { path: { run_id: run.id } },
        body,
      })
    }
    done={`„${run.label}“ ist gelöscht.`}
    onSaved={() => onRemoved()}
    onClose={onClose}
  >
    <p>Die festgehaltenen Zahlen sind dann weg und lassen sich nicht wiederholen.</p>
    <TextInput source="reason" label="Grund" autoFocus />
  </EditDialog>
)
