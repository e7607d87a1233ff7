import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { HourTrack } from './HourTrack'
import { hoursInWords, type State } from './state'

/** The last 24 hours in figures: runs of jobs, mails, and when each job last succeeded. */
export function LastDay({ page }: { page: State }) {
  return (
    <>
      <dl className="state-figures">
        <div>
          <dt>Mails verschickt</dt>
          <dd>{formatNumber(page.mails_sent)}</dd>
        </div>
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
