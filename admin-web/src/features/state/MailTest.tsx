import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSession } from '@/session/session'
import { EditForm, problemOf } from '@/ui/form/EditForm'
import { TextInput } from '@/ui/form/inputs'
import { type AnyEdit, useEdit } from '@/ui/form/useEdit'
import type { MailAccount } from './entered'
import { RENEWED } from './state'

/** A test mail to an address, and the code in it that proves its arrival. */
export function MailTest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return <MailTestOf account={undefined} sentTo={sentTo} onSent={setSentTo} />
}

interface MailTestProps {
  account: MailAccount | undefined
  sentTo: string | null
  onSent: (address: string | null) => void
}

/** The same of an account that is not saved yet; what is around it remembers the address over a save. */
export const MailTestOf = ({ account, sentTo, onSent }: MailTestProps) => (
  <div className="state-test">
    <SendForm account={account} onSent={onSent} />
    {sentTo !== null && <CodeForm sentTo={sentTo} onArrived={() => onSent(null)} />}
  </div>
)

interface SendProps {
  account: MailAccount | undefined
  onSent: (address: string) => void
}

function SendForm({ account, onSent }: SendProps) {
  const edit = useEdit({
    start: { email: useSession()?.account.email ?? '' },
    save: (call, body) =>
      call('post', '/api/staff/state/mail/test', {
        body: { ...body, account: account ?? null },
      }),
    renews: RENEWED,
    onSaved: (_, { email }) => onSent(email),
  })
  return (
    <EditForm edit={edit} schema="TestMailIn">
      <div className="state-line">
        <TextInput
          source="email"
          label="Testmail an"
          type="email"
          required
          html={{ autoComplete: 'email' }}
        />
        <Button type="submit" variant="contained" aria-disabled={edit.isRunning}>
          {edit.isRunning ? 'Wird gesendet …' : 'Testmail senden'}
        </Button>
      </div>
      <Refusal edit={edit} />
    </EditForm>
  )
}

function CodeForm({ sentTo, onArrived }: { sentTo: string; onArrived: () => void }) {
  const edit = useEdit({
    start: { code: '' },
    save: (call, body) => call('post', '/api/staff/state/mail/arrived', { body }),
    renews: RENEWED,
    done: 'Angekommen. Der Postausgang ist in Ordnung.',
    onSaved: () => onArrived(),
  })
  return (
    <EditForm edit={edit} schema="ArrivedIn">
      <p className="flush" role="status">
        Der Mailserver hat die Testmail an {sentTo} angenommen. Ist sie nicht in wenigen Minuten da,
        sehen Sie im Ordner für Spam nach. Der Code zählt, sobald der Mailserver gespeichert ist.
      </p>
      <div className="state-line">
        <TextInput
          source="code"
          label="Code aus der Testmail"
          required
          html={{ inputMode: 'numeric', autoComplete: 'one-time-code' }}
        />
        <Button type="submit" aria-disabled={edit.isRunning}>
          Ankunft bestätigen
        </Button>
      </div>
      <Refusal edit={edit} />
    </EditForm>
  )
}

function Refusal({ edit }: { edit: AnyEdit }) {
  const words = problemOf(edit)
  return words ? (
    <p role="alert" className="error-text flush">
      {words}
    </p>
  ) : null
}
