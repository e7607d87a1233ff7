import { Link } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { formatMoment } from '@/lib/format'
import { Pair } from '@/ui/fields/Pair'
import { SpotCell } from '@/ui/park/FieldDrawing'
import { SPOT_STATES, type SpotState } from '@/ui/park/spotStates'
import { type Spot, type SpotEvent, spotAction } from './spot'

interface SpotPanelProps {
  number: number
  /** What the picture shows, while the details are on their way. */
  state: SpotState | undefined
  spot: Spot | undefined
  error: unknown
}

/** Who has a spot, why it is withheld, and what happened to it. */
export function SpotPanel({ number, state, spot, error }: SpotPanelProps) {
  const known = spot?.number === number ? spot : undefined
  const shown = known?.state ?? state
  return (
    <section className="sheet spot" aria-labelledby="spot">
      <h2 id="spot">
        {shown && <SpotCell state={shown} />} Platz {number}
      </h2>
      <p className="spot-state">
        {shown ? SPOT_STATES[shown].label : 'Liegt über der Grenze des Parks'}
      </p>
      {error != null && !known && <p role="alert">{errorWords(error)}</p>}
      {known ? <Details spot={known} /> : <p className="muted">Wird geladen</p>}
    </section>
  )
}

function Details({ spot }: { spot: Spot }) {
  const { reservation, reason, held_until: heldUntil, history } = spot
  return (
    <>
      <dl className="pairs">
        {reservation && (
          <Pair label="Reservierung">
            <Link to={`/reservations/${reservation.id}/show`}>
              {reservation.name ?? 'Zur Reservierung'}
            </Link>
            {reservation.reference && <small>{reservation.reference}</small>}
          </Pair>
        )}
        {heldUntil && <Pair label="Gehalten bis">{formatMoment(heldUntil)}</Pair>}
        {reason && <Pair label="Grund">{reason}</Pair>}
      </dl>
      {history === null ? (
        <p className="muted">Wer einen Platz hat und seit wann, sieht Ihre Rolle nicht.</p>
      ) : (
        <History events={history} />
      )}
    </>
  )
}

function History({ events }: { events: readonly SpotEvent[] }) {
  return (
    <>
      <h3>Verlauf</h3>
      {events.length === 0 ? (
        <p className="muted">Mit diesem Platz ist noch nichts geschehen.</p>
      ) : (
        <ol className="timeline">
          {events.map((event) => (
            <Event key={`${event.at} ${event.action}`} event={event} />
          ))}
        </ol>
      )}
    </>
  )
}

function Event({ event }: { event: SpotEvent }) {
  return (
    <li>
      <strong>{spotAction(event.action)}</strong>
      <span className="muted">
        {' '}
        <time dateTime={event.at}>{formatMoment(event.at)}</time>
        {event.actor_name && `, ${event.actor_name}`}
      </span>
      {event.reason && <span className="reason">{event.reason}</span>}
    </li>
  )
}
