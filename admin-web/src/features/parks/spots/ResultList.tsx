import { countWords } from './ranges'
import type { NamedAnswer } from './useSpotAction'

const DONE = { block: 'gesperrt', release: 'freigegeben' }
/** Where one sentence was the answer for many, their numbers stand together. */
const MOST_LINES = 50

/** What became of each number. */
export function ResultList({ answer }: { answer: NamedAnswer }) {
  const refused = answer.results.filter(({ outcome }) => outcome === 'refused')
  return (
    <div className="result" role="status">
      <p>
        <strong>
          {countWords(answer.done)} {DONE[answer.action]}.
        </strong>
        {answer.refused > 0 && ` ${countWords(answer.refused)} nicht:`}
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.slice(0, MOST_LINES).map(({ number, detail, code }) => (
            <li key={number}>
              <b>Platz {number}</b>: {detail ?? code}
            </li>
          ))}
          {refused.length > MOST_LINES && <li>und {refused.length - MOST_LINES} weitere</li>}
        </ul>
      )}
    </div>
  )
}
