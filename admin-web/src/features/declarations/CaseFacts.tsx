import { Link } from 'react-router-dom'
import { formatDay, formatMoment } from '@/lib/format'
import { StateMark } from '@/ui/fields/StateMark'
import { Section } from '@/ui/page/Section'
import { Fact, Facts } from '@/ui/record/Facts'
import { Fold } from '@/ui/record/Fold'
import { type Declaration, timeWords } from './declaration'

/** What a declaration is about, and until when money has to go back. */
export function CaseFacts({ declaration }: { declaration: Declaration }) {
  const { refund_due_on, refunded_at, decided_at, ends_on, words, sha256 } = declaration
  return (
    <>
      <Section title="Vorgang">
        <Facts>
          <Fact label="Reservierung">
            <Matched declaration={declaration} />
          </Fact>
          {refund_due_on && (
            <Fact label="Erstattung">
              {refunded_at
                ? `Vermerkt am ${formatMoment(refunded_at)}`
                : `Spätestens am ${formatDay(refund_due_on)}`}
            </Fact>
          )}
          {decided_at && <Fact label="Entschieden">{formatMoment(decided_at)}</Fact>}
          {ends_on && <Fact label="Vertrag endet">{formatDay(ends_on)}</Fact>}
          {words && (
            <Fact label="Ihre Worte">
              <span className="wording-inline">{words}</span>
            </Fact>
          )}
        </Facts>
      </Section>
      <Fold title="Prüfsumme (SHA-256)" value={declaration.is_intact ? 'passt' : 'passt nicht'}>
        <p className="checksum">{sha256}</p>
      </Fold>
    </>
  )
}

function Matched({ declaration: { reservation, state } }: { declaration: Declaration }) {
  if (!reservation) return state === 'received' ? 'Noch nicht zugeordnet' : 'Passt zu keiner'
  const time = timeWords(reservation, formatDay)
  return (
    <>
      <span>
        <Link to={`/reservations/${reservation.reservation_id}/show`}>{reservation.reference}</Link>
        , {reservation.name}, Platz {reservation.spot_number} in {reservation.park_name}
      </span>
      <small>
        <StateMark state={reservation.state} />
      </small>
      {time && <small className={reservation.is_in_time ? undefined : 'late'}>{time}</small>}
    </>
  )
}
