import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type OperationRequest, RENEWED, titleOf } from './request'

interface RefuseDialogProps {
  request: OperationRequest
  onClose: () => void
}

/** Why it is not to be done. */
export const RefuseDialog = ({ request, onClose }: RefuseDialogProps) => (
  <EditDialog
    title={titleOf(request)}
    button={request.is_own ? 'Zurückziehen' : 'Ablehnen'}
    schema="RefusalIn"
    start={{ reason: '' }}
    save={(call, body) =>
      call('post', '/api/staff/operation-requests/{id}/refuse', {
        params: { path: { id: request.id } },
        body,
      })
    }
    renews={RENEWED}
    done="Nicht freigegeben. Es wurde nichts getan."
    onClose={onClose}
  >
    <TextInput source="reason" label="Grund" required minRows={2} />
  </EditDialog>
)
