import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { RENEWED, type RefusedMail } from './refused'

/** Why nothing more is to be done. */
export function SettleDialog({ row, onClose }: { row: RefusedMail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/refused-mails/{mail}/settle', {
      params: { path: { mail: row.mail_id } },
      body: { reason: reason.trim() },
    })
    if (!done) return
    notify('Als erledigt vermerkt.', { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`${row.name}: Erledigt`}
      button="Erledigt"
      isBlocked={isRunning}
      problem={refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Die Mail wird nicht noch einmal gesendet.{' '}
        {row.reservation ? 'An der Reservierung' : 'Am Eintrag'} ändert sich nichts.
      </p>
      <TextInput
        label="Grund"
        hint="Zum Beispiel: am Telefon geklärt."
        required
        value={reason}
        problem={fieldErrors.reason}
        onValue={setReason}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
