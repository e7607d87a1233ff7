import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { Pair } from '@/ui/fields/Pair'
import { MomentField } from '@/ui/fields/values'
import { type Hour, hoursInWords, type State } from './state'

/** The last 24 hours in figures: runs of jobs, mails, and when each job last succeeded. */
export function LastDay({ page }: { page: State }) {
  return (
    <>
      <dl className="state-figures">
        <Pair label="Mails verschickt">{formatNumber(page.mails_sent)}</Pair>
        <div>
          <dt>Mails warten</dt>
          <dd>{formatNumber(page.mails_waiting)}</dd>
          {page.oldest_due_since && (
            <dd className="tiny muted">
              älteste seit <MomentField at={page.oldest_due_since} isShort />
            </dd>
          )}
        </div>
        <div className="state-runs">
          <dt>Abläufe, je Stunde eine Zelle</dt>
          <dd className="state-runs-picture">
            <HourTrack hours={page.hours} />
          </dd>
          <dd className="tiny">{hoursInWords(page.hours)}</dd>
        </div>
      </dl>
      <details className="state-successes">
        <summary>Wann jeder Ablauf zuletzt gelungen ist</summary>
        <ul className="ruled">
          {page.last_successes.map(({ name, title, at }) => (
            <li key={name}>
              <Link to={`/jobs/${name}`}>{title}</Link>
              <span className="muted">{at ? <MomentField at={at} isShort /> : 'noch nie'}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

const CELL = 10
const HEIGHT = 12

/** The last 24 hours, a cell each: filled where runs ended, crossed where one failed. The words beside it say the same. */
function HourTrack({ hours }: { hours: readonly Hour[] }) {
  const cells = (wanted: (hour: Hour) => boolean) =>
    hours.map((hour, at) => (wanted(hour) ? cellAt(at) : '')).join('')
  return (
    <svg
      className="state-track"
      viewBox={`-0.5 0 ${hours.length * CELL + 0.5} ${HEIGHT + 20}`}
      aria-hidden="true"
    >
      <path className="track-empty" d={cells(({ done, failed }) => done + failed === 0)} />
      <path className="track-done" d={cells(({ done, failed }) => done > 0 && failed === 0)} />
      <path className="track-failed" d={cells(({ failed }) => failed > 0)} />
      <path className="track-cross" d={hours.map(crossAt).join('')} />
      {hours.map(({ begins_at }, at) => {
        const clock = Number(BERLIN_HOUR.format(new Date(begins_at)))
        // The last ones would be cut off by the edge.
        if (clock % 6 !== 0 || at > hours.length - 3) return null
        return (
          <text key={begins_at} x={at * CELL} y={HEIGHT + 15}>
            {clock}
          </text>
        )
      })}
    </svg>
  )
}

const cellAt = (at: number): string => `M${at * CELL + 1} 1h${CELL - 2}v${HEIGHT - 2}h${2 - CELL}z`

const crossAt = ({ failed }: Hour, at: number): string =>
  failed > 0 ? `M${at * CELL + 2.5} ${HEIGHT - 2.5}L${at * CELL + CELL - 2.5} 2.5` : ''

/** The hour of the day in Berlin, 0 to 23. */
const BERLIN_HOUR = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
})
