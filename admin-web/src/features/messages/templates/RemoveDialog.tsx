import { EditDialog } from '@/ui/form/EditDialog'
import type { AnswerTemplate } from '../message'

interface RemoveDialogProps {
  template: AnswerTemplate
  onClose: () => void
}

/** A template is offered no more. */
export const RemoveDialog = ({ template, onClose }: RemoveDialogProps) => (
  <EditDialog
    title={`Vorlage „${template.name}“ löschen?`}
    button="Löschen"
    isDangerous
    save={(call) =>
      call('delete', '/api/staff/answer-templates/{template_id}', {
        params: { path: { template_id: template.id } },
      })
    }
    renews={['answer-templates', 'conversations']}
    done="Vorlage gelöscht."
    onClose={onClose}
  >
    <p>Sie wird niemandem mehr angeboten. Geschriebene Antworten bleiben, wie sie sind.</p>
  </EditDialog>
)
