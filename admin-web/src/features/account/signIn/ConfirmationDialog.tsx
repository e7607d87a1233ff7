import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useState } from 'react'
import { call } from '@/api/client'
import { provideConfirmation } from '@/api/confirmation'
import { knownSession, noteSession } from '@/session/session'
import { OwnPasskey } from '../passkeys/lazy'
import { CodeInput, Form, Input } from './FormParts'
import { useSubmit } from './useSubmit'

/** Asks for password and code when a call needs it; see `api/confirmation.ts`. One for the console. */
export function ConfirmationDialog() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => provideConfirmation(() => new Promise((resolve) => setAnswer(() => resolve))), [])

  function close(isConfirmed: boolean) {
    answer?.(isConfirmed)
    setAnswer(undefined)
  }

  return (
    <Dialog open={answer !== undefined} onClose={() => close(false)} aria-labelledby="confirmation">
      <DialogTitle id="confirmation">Bitte bestätigen Sie, dass Sie es sind</DialogTitle>
      <DialogContent>
        <p>Dieser Schritt ist besonders geschützt. Danach gilt die Bestätigung zehn Minuten.</p>
        <ConfirmationForm onConfirmed={() => close(true)} />
        <div className="tools spaced">
          <OwnPasskey step="confirm" label="Mit Passkey bestätigen" onDone={() => close(true)} />
          <Button variant="text" onClick={() => close(false)}>
            Abbrechen
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

/**
 * In the dialog only while it is open, so that password and code are forgotten with it. Accounts of a demonstration
 * have no app that could name a code.
 */
function ConfirmationForm({ onConfirmed }: { onConfirmed: () => void }) {
  const hasCode = knownSession()?.has_code ?? true
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submission = useSubmit(async () => {
    noteSession(await call('post', '/api/staff/session/confirm', { body: { password, code } }))
    onConfirmed()
  })
  return (
    <Form submission={submission} button="Bestätigen" isBlocked={!password || (hasCode && !code)}>
      <Input
        label="Passwort"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
      />
      {hasCode && <CodeInput value={code} onValue={setCode} />}
    </Form>
  )
}
