import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { RENEWED, type RefusedMail } from './refused'

const CAUTION = 'Die Reservierung wurde inzwischen geändert. Noch ist nichts ausgeführt.'

interface CorrectDialogProps {
  row: RefusedMail
  reservation: NonNullable<RefusedMail['reservation']>
  onClose: () => void
}

/** The right address, and what was refused goes there. */
export function CorrectDialog({ row, reservation, onClose }: CorrectDialogProps) {
  const [email, setEmail] = useState('')
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()
  const isStale = refusal?.code === 'stale'

  async function submit() {
    const done = await run('post', '/api/staff/refused-mails/{mail}/correct', {
      params: { path: { mail: row.mail_id } },
      body: { email: email.trim(), version: reservation.version },
    })
    if (!done) return
    notify('Adresse berichtigt. Die Mail ist unterwegs.', { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`${row.name}: Adresse berichtigen`}
      button={isStale ? 'Trotzdem ausführen' : 'Berichtigen und senden'}
      isBlocked={isRunning}
      isWide
      problem={isStale ? CAUTION : refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <ul className="consequences">
        <li>Die Reservierung bekommt die neue Adresse; bestätigen muss sie der Haushalt.</li>
        <li>Links an die bisherige Adresse gelten nicht mehr.</li>
        <li>Die abgelehnten Mails gehen sofort an die neue Adresse.</li>
      </ul>
      <TextInput
        label="Richtige E-Mail-Adresse"
        type="email"
        required
        value={email}
        problem={fieldErrors.email}
        onValue={setEmail}
        slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
