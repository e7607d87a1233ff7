import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { LetterActions } from '@/ui/mail/LetterActions'
import { EntryRow } from '@/ui/record/EntryRow'
import { MailPreview } from './MailPreview'

const STATES: Record<string, string> = {
  to_print: 'zu drucken',
  queued: 'wartet auf den Versand',
  sent: 'gesendet',
  retrying: 'wird erneut versucht',
  held: 'nach einer Wiederherstellung angehalten',
  failed: 'nicht zugestellt',
  cancelled: 'nicht gesendet',
}

/** A mail to the household; a preview, and from there another copy. */
export function MailEntry({ mail }: { mail: Schemas['ReservationMailOut'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <EntryRow
      at={mail.created_at}
      cell="mail"
      action={
        <Button variant="text" size="small" onClick={() => setOpen(true)}>
          Ansehen<span className="visually-hidden">: {mail.subject}</span>
        </Button>
      }
    >
      <p data-state={mail.state}>
        <b>{mail.is_letter ? 'Brief' : 'Mail'}</b> „{mail.subject}“{' '}
        <span className={mail.state === 'failed' || mail.state === 'to_print' ? 'due' : 'muted'}>
          {mail.is_letter && mail.state === 'sent'
            ? 'als versandt vermerkt'
            : (STATES[mail.state] ?? mail.state)}
          {mail.attempts > 1 && `, ${mail.attempts} Versuche`}
        </span>
      </p>
      {mail.last_error && mail.state !== 'sent' && <p className="tiny">{mail.last_error}</p>}
      {mail.is_letter && <LetterActions mail={mail} />}
      {isOpen && <MailPreview mail={mail} onClose={() => setOpen(false)} />}
    </EntryRow>
  )
}
