import { useId } from 'react'
import { Link } from 'react-router-dom'
import { formatMoment } from '@/lib/format'
import { ENTRY_STATES } from '@/lib/states'
import { Pair } from '@/ui/fields/Pair'
import { ShapeMark, StateMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { useArrivalProps } from '@/ui/page/useArrival'
import { type Asked, Phone, RefusedSteps } from './RefusedSteps'
import { deadlineWords, householdPath, mailWords, placeWords, type RefusedMail } from './refused'

interface RefusedCardProps {
  row: RefusedMail
  onAsk: (asked: Asked) => void
}

/** One household: whom to call, why, and what to do about it. */
export function RefusedCard({ row, onAsk }: RefusedCardProps) {
  const id = useId()
  const { reservation, waiting_entry } = row
  const deadline = deadlineWords(row, formatMoment)
  return (
    <section {...useArrivalProps(`mail-${row.mail_id}`)} className="sheet" aria-labelledby={id}>
      <div className="head-row">
        <h2 id={id}>
          <Link to={householdPath(row)}>{row.name}</Link>
          <span className="marker">{row.words}</span>
        </h2>
        <RefusedSteps row={row} onAsk={onAsk} />
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
    </section>
  )
}
