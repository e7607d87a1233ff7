import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { noteSession } from '@/session/session'
import { askForPasskey } from './webauthn'

interface PasskeyButtonProps {
  /** In place of the code of a log-in, or of password and code before something sensitive. */
  step: 'code' | 'confirm'
  label: string
  onDone?: () => void
}

/** Asks for one of the account's own passkeys. */
export function PasskeyButton({ step, label, onDone }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function prove() {
    setBusy(true)
    setProblem(null)
    try {
      const question = await call('post', '/api/staff/session/own-passkeys/options')
      const body = await askForPasskey(question)
      noteSession(await call('post', `/api/staff/session/${step}/passkey`, { body }))
      onDone?.()
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Alert severity="error">{problem}</Alert>}
      <Button onClick={() => void prove()} disabled={isBusy}>
        {isBusy ? 'Einen Moment' : label}
      </Button>
    </>
  )
}
