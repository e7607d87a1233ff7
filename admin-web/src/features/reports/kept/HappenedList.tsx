import { Link } from 'react-router-dom'
import { formatMoment, formatNumber } from '@/lib/format'
import type { Happening, StandComparison } from './run'

/** What was done between the two runs, in order of time: when, what and who. */
export function HappenedList({ happened, total_happened: total }: StandComparison) {
  return (
    <>
      <ul className="ruled happened">
        {happened.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
          <li key={index}>
            {line.path ? <Link to={line.path}>{line.words}</Link> : line.words}
            <span className="tiny muted">
              {formatMoment(line.at)}
              {byWords(line)}
            </span>
          </li>
        ))}
      </ul>
      {total > happened.length && (
        <p className="tiny muted flush">
          {formatNumber(happened.length)} von {formatNumber(total)}.
        </p>
      )}
    </>
  )
}

const byWords = ({ actor, actor_name }: Happening): string => {
  const who = actor_name ?? OTHERS[actor]
  return who ? `, ${who}` : ''
}

const OTHERS: Readonly<Record<string, string>> = { household: 'ein Haushalt', system: 'Voltigo' }
