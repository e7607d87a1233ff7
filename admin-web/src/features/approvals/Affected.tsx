import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { reservationsPath } from '@/lib/reservationsPath'
import { StateMark } from '@/ui/fields/StateMark'
import type { OperationRequest } from './request'

/** Whom it is about, by place, and what was changed of them since it was asked for: that stands first. */
export function Affected({ request: { affected } }: { request: OperationRequest }) {
  const changed = affected.filter((one) => one.changed)
  return (
    <>
      {changed.length > 0 && (
        <div className="approval-changed">
          <p className="flush">
            <b>Seit der Vorlage geändert ({formatNumber(changed.length)}):</b>
          </p>
          <ul>
            {changed.map((one) => (
              <li key={one.id}>
                <Link to={`/reservations/${one.id}/show`}>{one.name}</Link>, Platz {one.spot_number}
                : {one.changed}
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="disclosure approval-people">
        <summary>
          {affected.length === 1 ? 'Ein Haushalt' : `${formatNumber(affected.length)} Haushalte`}{' '}
          mit Namen
        </summary>
        <ul>
          {affected.map((one) => (
            <li key={one.id}>
              <Link to={`/reservations/${one.id}/show`}>{one.name}</Link>{' '}
              <span className="muted tabular">Platz {one.spot_number}</span>{' '}
              <StateMark state={one.state} />
            </li>
          ))}
        </ul>
      </details>
      <p className="flush">
        <Link to={reservationsPath({ ids: affected.map(({ id }) => id).join(',') })}>
          Als Liste der Reservierungen zeigen
        </Link>
      </p>
    </>
  )
}
