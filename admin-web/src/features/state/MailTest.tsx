import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { useSession } from '@/session/session'
import { TextInput } from '@/ui/form/TextInput'
import { RENEWED } from './state'

/** A test mail to an address, and the code in it that proves its arrival. */
export function MailTest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <div className="state-test">
      <SendForm onSent={setSentTo} />
      {sentTo !== null && <CodeForm sentTo={sentTo} onArrived={() => setSentTo(null)} />}
    </div>
  )
}

function SendForm({ onSent }: { onSent: (address: string) => void }) {
  const own = useSession()?.account.email ?? ''
  const [email, setEmail] = useState(own)
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)

  async function send() {
    const address = email.trim()
    const done = await run('post', '/api/staff/state/mail/test', {
      body: { email: address },
    })
    if (done) onSent(address)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning) void send()
      }}
    >
      <div className="state-line">
        <TextInput
          label="Testmail an"
          type="email"
          required
          value={email}
          problem={fieldErrors.email}
          onValue={setEmail}
          slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'email' } }}
        />
        <Button type="submit" variant="contained" aria-disabled={isRunning}>
          {isRunning ? 'Wird gesendet …' : 'Testmail senden'}
        </Button>
      </div>
      <Refusal words={refusal?.errors ? null : problem} />
    </form>
  )
}

function CodeForm({ sentTo, onArrived }: { sentTo: string; onArrived: () => void }) {
  const [code, setCode] = useState('')
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(...RENEWED)
  const notify = useNotify()

  async function confirm() {
    const done = await run('post', '/api/staff/state/mail/arrived', {
      body: { code: code.trim() },
    })
    if (!done) return
    notify('Angekommen. Der Postausgang ist in Ordnung.', { type: 'success' })
    onArrived()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning) void confirm()
      }}
    >
      <p className="flush" role="status">
        Die Testmail an {sentTo} ist unterwegs. Kommt sie nicht in wenigen Minuten an, sehen Sie im
        Ordner für Spam nach.
      </p>
      <div className="state-line">
        <TextInput
          label="Code aus der Testmail"
          required
          value={code}
          problem={fieldErrors.code}
          onValue={setCode}
          slotProps={{
            htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 },
          }}
        />
        <Button type="submit" aria-disabled={isRunning}>
          Ankunft bestätigen
        </Button>
      </div>
      <Refusal words={refusal?.errors ? null : problem} />
    </form>
  )
}

function Refusal({ words }: { words: string | null }) {
  return words ? (
    <p role="alert" className="error-text flush">
      {words}
    </p>
  ) : null
}
