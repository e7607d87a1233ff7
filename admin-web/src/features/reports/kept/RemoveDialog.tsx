import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import type { KeptRun } from './run'

interface RemoveDialogProps {
  run: KeptRun
  onClose: () => void
  onRemoved: () => void
}

/** Removing cannot be taken back, so it asks why. */
export function RemoveDialog({ run: kept, onClose, onRemoved }: RemoveDialogProps) {
  const [reason, setReason] = useState('')
  const { run, isRunning, problem, errors } = useFormChange()
  const notify = useNotify()

  async function submit() {
    if (
      !(await run('delete', '/api/staff/report-runs/{run_id}', {
        params: { path: { run_id: kept.id } },
        body: { reason },
      }))
    )
      return
    notify(`„${kept.label}“ ist gelöscht.`, { type: 'success' })
    onRemoved()
  }

  return (
    <FormDialog
      title={`„${kept.label}“ löschen?`}
      button="Löschen"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>Die festgehaltenen Zahlen sind dann weg und lassen sich nicht wiederholen.</p>
      <TextInput
        label="Grund"
        value={reason}
        problem={errors.reason}
        autoFocus
        onValue={setReason}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
