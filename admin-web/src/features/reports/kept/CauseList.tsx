import { Link } from 'react-router-dom'
import { formatMoment, formatNumber } from '@/lib/format'
import type { Cause, ChangeMoment } from './run'

/** Each cause as a sentence, with when it was, what it moved, and where to look. */
export function CauseList({ causes }: { causes: readonly Cause[] }) {
  return (
    <ul className="linien ursachen">
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
      <p className="ursache">{sentence}</p>
      {effect && <p className="ohne">{effect}</p>}
      <p className="winzig leise ohne">
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
    <details className="aufklappen">
      <summary>
        Im Einzelnen<span className="vh">: {sentence}</span>
      </summary>
      <ul className="einzeln">
        {moments.map((moment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moments have no name of their own
          <li key={index}>
            {moment.path ? <Link to={moment.path}>{moment.words}</Link> : moment.words}{' '}
            <span className="winzig leise">
              {formatMoment(moment.at)}
              {byWords(moment)}
            </span>
          </li>
        ))}
      </ul>
      {count > moments.length && moments.length > 1 && (
        <p className="winzig leise ohne">
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
