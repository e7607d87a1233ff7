import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'

/** Puts a mail that was given up back into the queue, from where its failure is told. */
export function RetryMail({ id, title }: { id: string; title: string }) {
  const call = useCall()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isRunning, setRunning] = useState(false)

  async function retry() {
    setRunning(true)
    try {
      await call('post', '/api/staff/mails/{mail}/retry', {
        params: { path: { mail: Number(id) } },
      })
      notify('Die Mail wird erneut gesendet.', { type: 'success' })
      await queries.invalidateQueries({ queryKey: ['today'] })
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
      setRunning(false)
    }
  }

  return (
    <button type="button" className="text-button" disabled={isRunning} onClick={retry}>
      Erneut senden<span className="visually-hidden">: {title}</span>
    </button>
  )
}
