import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { onItsWay } from '@/session/mailWords'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { type Correctable, RENEWED, type RefusedMail } from './refused'

interface CorrectDialogProps {
  row: RefusedMail
  of: Correctable
  onClose: () => void
}

/** The right address, and the household is written to there. */
export function CorrectDialog({ row, of, onClose }: CorrectDialogProps) {
  const [email, setEmail] = useState('')
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()
  const isStale = refusal?.code === 'stale'

  async function submit() {
    const done = await run('post', '/api/staff/refused-mails/{mail}/correct', {
      params: { path: { mail: row.mail_id } },
      body: { email: email.trim(), version: of.version },
    })
    if (!done) return
    notify(`Adresse berichtigt. ${onItsWay('Die Mail')}`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`${row.name}: Adresse berichtigen`}
      button={isStale ? 'Trotzdem ausführen' : 'Berichtigen und senden'}
      isBlocked={isRunning}
      isWide
      problem={isStale ? of.caution : refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <ConsequenceList sentences={of.consequences} />
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
