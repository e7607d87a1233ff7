import { Link } from 'react-router-dom'
import { formatMoment, formatNumber } from '@/lib/format'
import type { Cause, ChangeMoment } from './run'

/** Each cause as a sentence, with when it was, what it moved, and where to look. */
export function CauseList({ causes }: { causes: readonly Cause[] }) {
  return (
    <ul className="ruled causes">
      {causes.map((cause, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: causes have no name of their own
        <li key={index}>
          <CauseItem cause={cause} />
        </li>
      ))}
    </ul>
  )
}

function CauseItem({ cause }: { cause: Cause }) {
  const { sentence, effect, path, moments, is_outside } = cause
  const [only] = moments
  return (
    <>
      <p className="cause">{sentence}</p>
      {effect && <p className="flush">{effect}</p>}
      <p className="tiny muted flush">
        {is_outside && 'Außerhalb des Zeitraums. '}
        {whenWords(cause)}
        {moments.length === 1 && only && byWords(only)}
        {path && (
          <>
            {' '}
            <Link to={path}>Nachsehen</Link>
          </>
        )}
      </p>
      {(moments.length > 1 || (only && only.words !== sentence)) && <Moments cause={cause} />}
    </>
  )
}

function Moments({ cause: { moments, count, sentence } }: { cause: Cause }) {
  return (
    <details className="disclosure">
      <summary>
        Im Einzelnen<span className="visually-hidden">: {sentence}</span>
      </summary>
      <ul className="one-by-one">
        {moments.map((moment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moments have no name of their own
          <li key={index}>
            {moment.path ? <Link to={moment.path}>{moment.words}</Link> : moment.words}{' '}
            <span className="tiny muted">
              {formatMoment(moment.at)}
              {byWords(moment)}
            </span>
          </li>
        ))}
      </ul>
      {count > moments.length && moments.length > 1 && (
        <p className="tiny muted flush">
          {formatNumber(moments.length)} von {formatNumber(count)}.
        </p>
      )}
    </details>
  )
}

const byWords = ({ actor, actor_name }: ChangeMoment): string => {
  if (actor_name) return `, ${actor_name}`
  return actor === 'household' ? ', ein Haushalt' : ''
}

/** „21.11.2026, 18:40“, or from when until when. */
function whenWords({ first_at, last_at }: Cause): string {
  if (!first_at || !last_at) return ''
  const [first, last] = [formatMoment(first_at), formatMoment(last_at)]
  return first === last ? first : `${first} bis ${last}`
}
