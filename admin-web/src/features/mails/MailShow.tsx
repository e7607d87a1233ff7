import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { Pair } from '@/ui/fields/Pair'
import { MailViews } from '@/ui/mail/MailViews'
import { deliveryWords, kindWord, type MailDocument } from '@/ui/mail/mail'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { MailActions } from './MailActions'
import { MailStateMark } from './MailStateMark'
import '@/ui/page/sheets.css'
import '@/ui/mail/mails.css'

/** One mail: where it stands, what can be done, and what its recipient reads. */
export function MailShow() {
  const id = Number(useParams().id)
  const {
    data: mail,
    error,
    refetch,
  } = useStaffQuery('/api/staff/mails/{mail}', {
    params: { path: { mail: id } },
  })
  return (
    <Page title={mail?.subject ?? 'Mail'} overline={<Link to="/mails">Alle Mails</Link>}>
      {error && !mail && <LoadProblem error={error} onRetry={refetch} />}
      {!mail && !error && <section className="sheet awaited" aria-busy="true" />}
      {mail && (
        <>
          <Delivery mail={mail} />
          <MailPreview mail={mail} />
        </>
      )}
    </Page>
  )
}

function Delivery({ mail }: { mail: MailDocument }) {
  return (
    <section className="sheet" aria-labelledby="delivery">
      <div className="head-row">
        <h2 id="delivery">
          <MailStateMark state={mail.state} />
        </h2>
        <MailActions mail={mail} />
      </div>
      <p className="flush">{deliveryWords(mail, formatMoment)}</p>
      <dl className="pairs">
        <Pair label="An">{mail.recipient || letterWords(mail)}</Pair>
        <Pair label="Art">{kindWord(mail.kind)}</Pair>
        <Pair label="Bestellt">{formatMoment(mail.created_at)}</Pair>
        {mail.enclosures.length > 0 && (
          <Pair label="Unterlagen">
            {mail.enclosures.join(', ')}
            {mail.is_letter && ' – bitte drucken und in den Umschlag legen'}
          </Pair>
        )}
        {mail.last_error && !mail.can_release && (
          <Pair label="Antwort des Empfängers">{mail.last_error}</Pair>
        )}
        {mail.reservation_id && (
          <Pair label="Reservierung">
            <Link to={`/reservations/${mail.reservation_id}/show`}>
              {mail.reference ?? 'Zur Reservierung'}
            </Link>
          </Pair>
        )}
      </dl>
    </section>
  )
}

/** Of an erased household nothing but its last letter knows the address. */
const letterWords = ({ reservation_id }: MailDocument) =>
  reservation_id ? 'Anschrift der Reservierung, als Brief' : 'Anschrift im Fenster des Briefs'

/** What the recipient of a mail reads. */
function MailPreview({ mail }: { mail: MailDocument }) {
  return (
    <section className="sheet" aria-labelledby="mail-content">
      <MailViews html={mail.html} text={mail.text} heading={<h2 id="mail-content">Inhalt</h2>} />
    </section>
  )
}
