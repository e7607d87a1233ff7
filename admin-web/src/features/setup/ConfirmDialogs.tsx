import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { berlinDay } from '@/lib/reservationWords'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { RENEWED } from './checks'

/** That there is a backup, and of which day: the server cannot see it. */
export function BackupDialog({ onClose }: { onClose: () => void }) {
  const [day, setDay] = useState(berlinDay(new Date()))
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/setup-checks/backup/confirm', {
      body: { done_on: day },
    })
    if (!done) return
    notify('Sicherung bestätigt. In 90 Tagen fragen wir wieder.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title="Sicherung bestätigen"
      button="Sicherung bestätigen"
      isBlocked={isRunning}
      problem={refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Sie bestätigen, dass Datenbank und Datenordner regelmäßig an einen anderen Ort gesichert
        werden und dass sich die Sicherung zurückspielen lässt. Ihr Name steht im Protokoll.
      </p>
      <TextInput
        label="Tag der letzten Sicherung"
        type="date"
        required
        value={day}
        problem={fieldErrors.done_on}
        onValue={setDay}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: berlinDay(new Date()) } }}
      />
    </FormDialog>
  )
}

/** That the texts of the site were read as they are now. */
export function LegalTextsDialog({ onClose }: { onClose: () => void }) {
  const { run, isRunning, problem } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function submit() {
    const done = await run('post', '/api/staff/setup-checks/legal-texts/confirm')
    if (!done) return
    notify('Rechtstexte bestätigt.', { type: 'success' })
    onClose()
  }
  return (
    <FormDialog
      title="Rechtstexte bestätigen"
      button="Rechtstexte bestätigen"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        Sie bestätigen, dass Sie AGB, Datenschutzhinweise und Impressum so gelesen haben, wie sie
        jetzt auf der Website stehen, und dass sie für Ihr Unternehmen stimmen. Ihr Name steht im
        Protokoll.
      </p>
    </FormDialog>
  )
}
