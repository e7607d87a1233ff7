import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { sending } from '@/session/mailWords'
import { LetterActions } from '@/ui/mail/LetterActions'
import { type MailDocument, sendAgainWords, wayToSendAgain } from '@/ui/mail/mail'

const DONE = {
  resend: 'Die Mail wird erneut gesendet. Sie sehen die neue.',
  retry: 'Die Mail wird erneut gesendet.',
  release: 'Die Mail wird gesendet.',
  cancel: 'Die Mail geht nicht mehr hinaus.',
}
type MailAction = keyof typeof DONE

/** What the mail's state allows: send it again, or keep it back. */
export function MailActions({ mail }: { mail: MailDocument }) {
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const [isRunning, setRunning] = useState(false)

  async function perform(action: MailAction) {
    setRunning(true)
    try {
      const answer = await call('post', `/api/staff/mails/{mail}/${action}`, {
        params: { path: { mail: mail.id } },
      })
      notify(action === 'cancel' ? DONE.cancel : sending(DONE[action]), { type: 'success' })
      await queries.invalidateQueries({ queryKey: ['mails'] })
      if (answer.id !== mail.id) navigate(`/mails/${answer.id}/show`)
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
    } finally {
      setRunning(false)
    }
  }

  const again = wayToSendAgain(mail)
  return (
    <div className="buttons">
      {mail.is_letter && <LetterActions mail={mail} />}
      {again && (
        <Button
          variant={again === 'retry' ? 'contained' : 'outlined'}
          disabled={isRunning}
          onClick={() => perform(again)}
        >
          {sendAgainWords(mail)}
        </Button>
      )}
      {mail.can_release && (
        <Button variant="contained" disabled={isRunning} onClick={() => perform('release')}>
          Trotzdem senden
        </Button>
      )}
      {mail.can_cancel && (
        <Button disabled={isRunning} onClick={() => perform('cancel')}>
          Zurückziehen
        </Button>
      )}
    </div>
  )
}
