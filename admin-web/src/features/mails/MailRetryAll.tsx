import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { sending } from '@/session/mailWords'

/** After trouble with the mail server: everything that failed or waits for its next attempt leaves now. What a restore
 * has put on hold stays. */
export function MailRetryAll() {
  const call = useCall()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isRunning, setRunning] = useState(false)

  async function retry() {
    setRunning(true)
    try {
      const { queued } = await call('post', '/api/staff/mails/retry')
      notify(doneWords(queued), { type: 'success' })
      refresh()
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
    } finally {
      setRunning(false)
    }
  }

  return (
    <Button disabled={isRunning} onClick={retry}>
      Gescheiterte erneut senden
    </Button>
  )
}

export function doneWords(queued: number): string {
  if (queued === 0) return 'Keine Mail ist gescheitert oder wartet auf einen neuen Versuch.'
  return sending(
    queued === 1 ? 'Eine Mail wird erneut gesendet.' : `${queued} Mails werden erneut gesendet.`,
  )
}
