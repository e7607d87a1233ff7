import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import type { AnswerTemplate } from '../message'

/** A template is offered no more. */
export function RemoveDialog({
  template,
  onClose,
}: {
  template: AnswerTemplate
  onClose: () => void
}) {
  const { run, isRunning, problem } = useStaffChange('answer-templates', 'conversations')
  const notify = useNotify()
  async function remove() {
    const done = await run('delete', '/api/staff/answer-templates/{template_id}', {
      params: { path: { template_id: template.id } },
    })
    if (!done) return
    notify('Vorlage gelöscht.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title={`Vorlage „${template.name}“ löschen?`}
      button="Löschen"
      isDangerous
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={remove}
    >
      <p>Sie wird niemandem mehr angeboten. Geschriebene Antworten bleiben, wie sie sind.</p>
    </FormDialog>
  )
}
