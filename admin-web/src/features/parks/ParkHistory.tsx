import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatMoment } from '@/lib/format'
import { changeLines, changeTitle, type ParkChange } from './park'

const FIRST = 8

/** Every change of a park, the latest first, with who, when, before and after. */
export function ParkHistory({ history }: { history: readonly ParkChange[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? history : history.slice(0, FIRST)
  return (
    <section className="sheet" aria-labelledby="park-history">
      <h2 id="park-history">Verlauf</h2>
      {history.length === 0 && (
        <p className="muted">An diesem Park hat noch niemand etwas geändert.</p>
      )}
      <ol className="timeline">
        {shown.map((change) => (
          <Change key={`${change.at} ${change.action} ${change.reason}`} change={change} />
        ))}
      </ol>
      {shown.length < history.length && (
        <Button onClick={() => setWhole(true)}>Alle {history.length} Änderungen zeigen</Button>
      )}
    </section>
  )
}

function Change({ change }: { change: ParkChange }) {
  return (
    <li>
      <strong>{changeTitle(change)}</strong>
      <span className="muted">
        {' '}
        <time dateTime={change.at}>{formatMoment(change.at)}</time>
        {change.actor_name && `, ${change.actor_name}`}
      </span>
      {changeLines(change).map((line) => (
        <span key={line} className="change-mark tabular">
          {line}
        </span>
      ))}
      {change.reason && <span className="reason">{change.reason}</span>}
    </li>
  )
}
