import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { type OperationRequest, RENEWED, titleOf } from './request'

interface RefuseDialogProps {
  request: OperationRequest
  onClose: () => void
}

/** Why it is not to be done. */
export function RefuseDialog({ request, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState('')
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/operation-requests/{id}/refuse', {
      params: { path: { id: request.id } },
      body: { reason: reason.trim() },
    })
    if (!done) return
    notify('Nicht freigegeben. Es wurde nichts getan.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title={titleOf(request)}
      button={request.is_own ? 'Zurückziehen' : 'Ablehnen'}
      isBlocked={isRunning}
      problem={refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Grund"
        required
        multiline
        minRows={2}
        value={reason}
        problem={fieldErrors.reason}
        onValue={setReason}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
