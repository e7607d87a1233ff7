import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import type { Job } from './job'

/** Asks why a job is to be kept from running; the next administrator reads it. */
export const PauseDialog = ({ job, onClose }: { job: Job; onClose: () => void }) => (
  <EditDialog
    title={`${job.title} anhalten`}
    button="Anhalten"
    schema="JobPauseIn"
    start={{ reason: '' }}
    check={({ reason }) => ({ reason: !reason && 'Bitte nennen Sie einen Grund.' })}
    save={(call, body) =>
      call('post', '/api/staff/jobs/{name}/pause', { params: { path: { name: job.name } }, body })
    }
    renews={['jobs']}
    done={`„${job.title}“ ist angehalten.`}
    onClose={onClose}
  >
    <p className="flush">
      Ab sofort beginnt nichts mehr nach Plan. Was schon läuft, endet noch. Was in der Pause an der
      Reihe wäre, wird später nicht nachgeholt.
    </p>
    <TextInput
      source="reason"
      label="Grund"
      hint="Für alle, die sich wundern, dass nichts geschieht."
      autoFocus
      minRows={2}
    />
  </EditDialog>
)
