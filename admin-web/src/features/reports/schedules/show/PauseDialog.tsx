import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'

/** Why it shall not come for now: everybody who looks for it reads that. */
export const PauseDialog = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <EditDialog
    title="Bericht anhalten"
    button="Anhalten"
    schema="SchedulePauseIn"
    start={{ reason: '' }}
    check={({ reason }) => ({ reason: !reason && 'Bitte nennen Sie den Grund.' })}
    save={(call, body) =>
      call('post', '/api/staff/report-schedules/{schedule_id}/pause', {
        params: { path: { schedule_id: id } },
        body,
      })
    }
    renews={['report-schedules']}
    done="Der Bericht ist angehalten."
    onClose={onClose}
  >
    <p>Bis Sie ihn weiterlaufen lassen, kommt er nicht. Nachgeholt wird davon nichts.</p>
    <TextInput source="reason" label="Grund" hint="Steht in der Liste." autoFocus />
  </EditDialog>
)
