import { Link } from 'react-router-dom'
import { clockChangeWords, firstRunWords } from '@/ui/fields/nextRun'
import { MomentField } from '@/ui/fields/values'
import { RecipientCells } from '../runs/RecipientCells'
import { isUnsent } from '../runs/runWords'
import { ScheduledRunMark } from '../runs/ScheduledRunMark'
import { type Schedule, showPath } from '../schedule'
import { capitalised, silentWords } from '../words'
import { Rhythm } from './Rhythm'

/** One schedule in the list: its rhythm, what became of it last, what comes next. */
export function ScheduleItem({ schedule }: { schedule: Schedule }) {
  const { id, name, title, period_words, timing, timing_words, paused } = schedule
  return (
    <li>
      <Rhythm timing={timing} />
      <div className="schedule-head">
        <h3>
          <Link to={showPath(id)}>{name}</Link>
          {paused && <span className="marker">Angehalten</span>}
        </h3>
        <p>{capitalised(timing_words)}</p>
        <p className="muted">
          {[title === name ? null : title, period_words].filter(Boolean).join(', ')}
        </p>
      </div>
      <div className="schedule-field">
        <h4>Zuletzt</h4>
        <LastRun schedule={schedule} />
      </div>
      <div className="schedule-field">
        <h4>{paused ? 'Angehalten' : 'Als Nächstes'}</h4>
        {paused ? <Paused paused={paused} /> : <Coming schedule={schedule} />}
      </div>
    </li>
  )
}

function LastRun({ schedule: { last_run: run } }: { schedule: Schedule }) {
  if (!run) return <p className="muted">Noch nie gelaufen</p>
  return (
    <>
      <p>
        <ScheduledRunMark run={run} />{' '}
        <span className="muted">
          <MomentField at={run.started_at} isShort />
        </span>
      </p>
      {run.error && <p className="schedule-reason">{run.error}</p>}
      {isUnsent(run) && <p className="schedule-reason">{run.note}</p>}
      <RecipientCells deliveries={run.deliveries} />
    </>
  )
}

function Coming({ schedule }: { schedule: Schedule }) {
  const [first] = schedule.next
  const note = first && clockChangeWords(first)
  const awaited = schedule.last_run?.waits_for
  const silent = silentWords(schedule.whom)
  return (
    <>
      {awaited && <p className="schedule-reason waiting-report">Wartet auf {awaited}.</p>}
      <p>{capitalised(firstRunWords(schedule.next, schedule.zone)) || 'Kein Termin'}</p>
      {note && <p className="schedule-reason">{note}</p>}
      {silent && <p className="schedule-reason">{silent}</p>}
      {!schedule.owner.is_entitled && (
        <p className="schedule-reason">
          {schedule.owner.name} darf diesen Bericht nicht mehr sehen. So wird er nicht gesendet.
        </p>
      )}
    </>
  )
}

function Paused({ paused }: { paused: NonNullable<Schedule['paused']> }) {
  return (
    <p>
      {paused.reason}
      <span className="muted tiny">
        {' '}
        {paused.by_system ? 'Von selbst angehalten, ' : 'Seit '}
        <MomentField at={paused.at} isShort />
      </span>
    </p>
  )
}
