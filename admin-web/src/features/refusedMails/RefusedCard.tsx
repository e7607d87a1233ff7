import Button from '@mui/material/Button'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { formatMoment } from '@/lib/format'
import { ENTRY_STATES } from '@/lib/states'
import { ShapeMark, StateMark } from '@/ui/fields/StateMark'
import { useReveal } from '@/ui/fields/useReveal'
import { MomentField } from '@/ui/fields/values'
import { CorrectDialog } from './CorrectDialog'
import { correctable, deadlineWords, mailWords, placeWords, type RefusedMail } from './refused'
import { SettleDialog } from './SettleDialog'

/** One household: whom to call, why, and what to do about it. */
export function RefusedCard({ row }: { row: RefusedMail }) {
  const [asked, setAsked] = useState<'correct' | 'settle'>()
  const id = useId()
  const close = () => setAsked(undefined)
  const { reservation, waiting_entry } = row
  const of = correctable(row)
  const deadline = deadlineWords(row, formatMoment)
  return (
    <section className="sheet" aria-labelledby={id}>
      <div className="head-row">
        <h2 id={id}>
          <Link to={householdPath(row)}>{row.name}</Link>
          <span className="marker">{row.words}</span>
        </h2>
        <p className="buttons">
          {of && (
            <Button variant="outlined" onClick={() => setAsked('correct')}>
              Adresse berichtigen
            </Button>
          )}
          <Button variant="outlined" onClick={() => setAsked('settle')}>
            Erledigt
          </Button>
        </p>
      </div>
      <dl className="pairs">
        <Pair label="Platz">{placeWords(row)}</Pair>
        <Pair label="Stand">
          {reservation && <StateMark state={reservation.state} />}
          {waiting_entry && <ShapeMark {...ENTRY_STATES[waiting_entry.state]} />}
        </Pair>
        {reservation && (
          <Pair label="Telefon">
            <Phone reservation={reservation.id} masked={reservation.phone} />
          </Pair>
        )}
        <Pair label="E-Mail">{row.recipient}</Pair>
        <Pair label="Abgelehnt">
          <Link to={`/mails/${row.mail_id}/show`}>{mailWords(row)}</Link>,{' '}
          <MomentField at={row.refused_at} />
          <small>{row.answer}</small>
        </Pair>
        {deadline && <Pair label="Frist läuft weiter">{deadline}</Pair>}
      </dl>
      {asked === 'correct' && of && <CorrectDialog row={row} of={of} onClose={close} />}
      {asked === 'settle' && <SettleDialog row={row} onClose={close} />}
    </section>
  )
}

const householdPath = ({ reservation, waiting_entry }: RefusedMail): string =>
  reservation ? `/reservations/${reservation.id}/show` : `/waiting-list/${waiting_entry?.id}/show`

/** Masked until somebody asks, which is put on record. */
function Phone({ reservation, masked }: { reservation: number; masked: string }) {
  const [number, setNumber] = useState<string>()
  const reveal = useReveal(reservation, 'phone', setNumber)
  if (number) return <a href={`tel:${number.replaceAll(' ', '')}`}>{number}</a>
  return (
    <>
      {masked}{' '}
      <button
        type="button"
        className="text-button"
        disabled={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        Anzeigen<span className="visually-hidden"> (Telefon)</span>
      </button>
      <small>Das Anzeigen wird protokolliert.</small>
      {reveal.error && (
        <span className="error-text" role="alert">
          {errorWords(reveal.error)}
        </span>
      )}
    </>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
