import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { formatNumber } from '@/lib/format'

/** Recalculates the whole chain of hashes on the server and says what came out. */
export function VerifyButton() {
  const call = useCall()
  const [words, setWords] = useState('')
  const [isRunning, setRunning] = useState(false)

  async function verify() {
    setRunning(true)
    setWords('Wird geprüft')
    try {
      setWords(resultWords(await call('post', '/api/staff/audit/verify')))
    } catch (error) {
      setWords(errorWords(error))
    } finally {
      setRunning(false)
    }
  }

  return (
    <div className="check">
      <Button disabled={isRunning} onClick={verify}>
        Protokoll auf Veränderung prüfen
      </Button>
      <p role="status">{words}</p>
    </div>
  )
}

export function resultWords({ entries, first_broken }: Schemas['VerifiedOut']): string {
  if (first_broken !== null)
    return `Die Kette ist ab Eintrag ${first_broken} verändert. Bitte sichern Sie die Datenbank und klären Sie, wer Zugriff hatte.`
  return entries === 1
    ? 'Der eine Eintrag ist unverändert.'
    : `Alle ${formatNumber(entries)} Einträge sind unverändert.`
}
