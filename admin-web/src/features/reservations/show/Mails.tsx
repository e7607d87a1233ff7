import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Schemas } from '@/api/operations'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'

import { MailPreview } from './MailPreview'

const STATES: Record<string, string> = {
  queued: 'wartet auf den Versand',
  sent: 'gesendet',
  retrying: 'wird erneut versucht',
  failed: 'nicht zugestellt',
  cancelled: 'nicht gesendet',
}

/** Every mail about this reservation; a preview, and from there another copy to the household. */
export function Mails({ mails }: { mails: Schemas['ReservationMailOut'][] }) {
  const [open, setOpen] = useState<Schemas['ReservationMailOut']>()
  return (
    <Section title="Mails">
      {mails.length === 0 && <p className="muted">Noch ging keine Mail an diesen Haushalt.</p>}
      <ul className="mails">
        {mails.map((mail) => (
          <li key={mail.id} data-state={mail.state}>
            <div>
              <p>
                <b>{mail.subject}</b>
              </p>
              <p className="tiny muted">
                {STATES[mail.state] ?? mail.state},{' '}
                <MomentField at={mail.sent_at ?? mail.created_at} isShort />
                {mail.attempts > 1 && `, ${mail.attempts} Versuche`}
              </p>
              {mail.last_error && mail.state !== 'sent' && (
                <p className="tiny">{mail.last_error}</p>
              )}
            </div>
            <Button onClick={() => setOpen(mail)}>
              Ansehen<span className="visually-hidden">: {mail.subject}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <MailPreview mail={open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}
