import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { letterPath, type MailRow } from './mail'

interface LetterActionsProps {
  mail: Pick<MailRow, 'id' | 'subject' | 'state'>
}

/** A letter is opened to be printed, and noted once it is in the post. */
export function LetterActions({ mail }: LetterActionsProps) {
  const notify = useNotify()
  const { run, isRunning, problem } = useStaffChange('mails', 'reservations')

  async function post() {
    const done = await run('post', '/api/staff/mails/{mail}/posted', {
      params: { path: { mail: mail.id } },
    })
    if (done) notify('Der Brief ist als versandt vermerkt.', { type: 'success' })
  }
  if (mail.state === 'cancelled') return null
  return (
    <p className="buttons letter-actions">
      <Button
        component="a"
        href={letterPath(mail.id)}
        target="_blank"
        rel="noreferrer"
        size="small"
      >
        Brief öffnen<span className="visually-hidden">: {mail.subject}, neues Fenster</span>
      </Button>
      {mail.state === 'to_print' && (
        <Button size="small" disabled={isRunning} onClick={post}>
          Als versandt vermerken
        </Button>
      )}
      {problem && (
        <small className="error-text" role="alert">
          {problem}
        </small>
      )}
    </p>
  )
}
