import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { exampleOf, type Invariant, RESULTS, resultOf } from './invariant'

/** A rule, how it stands, and up to 20 of the rows that break it. */
export function InvariantRow({ rule }: { rule: Invariant }) {
  const result = resultOf(rule)
  return (
    <li className="invariant" data-result={result}>
      <p className="invariant-sentence">{rule.sentence}</p>
      <p className="flush">
        <ShapeMark {...RESULTS[result]} />
      </p>
      {result === 'broken' && <Examples rule={rule} />}
    </li>
  )
}

function Examples({ rule }: { rule: Invariant }) {
  const { violations, examples } = rule
  const rest = violations - examples.length
  return (
    <div className="invariant-examples">
      <p className="flush">
        {violations === 1
          ? 'Eine Stelle passt nicht:'
          : `${formatNumber(violations)} Stellen passen nicht:`}
      </p>
      <ul>
        {examples.map((id) => (
          <li key={id}>
            <Example {...exampleOf(rule, id)} />
          </li>
        ))}
        {rest > 0 && <li className="muted">und {formatNumber(rest)} weitere</li>}
      </ul>
    </div>
  )
}

function Example({ words, path }: { words: string; path: string | null }) {
  return path ? <Link to={path}>{words}</Link> : words
}
