import { useState } from 'react'
import { call } from '@/api/client'
import { noteSession } from '@/session/session'
import { OwnPasskey } from '../passkeys/lazy'
import { AuthFrame } from './AuthFrame'
import { CodeInput, Form } from './FormParts'
import { useSubmit } from './useSubmit'

/** The second step of the log-in: a code of the app, or one of the recovery codes. */
export function CodeStep() {
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const submission = useSubmit(async () => {
    noteSession(await call('post', '/api/staff/session/code', { body: { code } }))
  })

  function change(toRecovery: boolean) {
    setCode('')
    setRecovery(toRecovery)
  }

  async function startAgain() {
    await call('delete', '/api/staff/session').catch(() => undefined)
    noteSession(null)
  }

  return (
    <AuthFrame title="Code eingeben">
      <Form submission={submission} button="Anmelden" isBlocked={!code}>
        <CodeInput
          key={String(isRecovery)}
          autoFocus
          isRecovery={isRecovery}
          label={isRecovery ? 'Wiederherstellungscode' : 'Code aus Ihrer App'}
          hint={isRecovery ? 'Einer der zehn Codes vom Einrichten. Jeder gilt einmal.' : undefined}
          value={code}
          onValue={setCode}
        />
      </Form>
      <OwnPasskey step="code" label="Passkey statt Code" />
      <button type="button" className="text-button" onClick={() => change(!isRecovery)}>
        {isRecovery ? 'Code aus der App eingeben' : 'Wiederherstellungscode benutzen'}
      </button>
      <button type="button" className="text-button" onClick={startAgain}>
        Mit einem anderen Konto anmelden
      </button>
    </AuthFrame>
  )
}
