import { Link } from 'react-router-dom'
import { BERLIN_ZONE } from '@/lib/zones'
import { NextRuns } from '@/ui/fields/NextRuns'
import { clockChangeWords, dayOfRun, firstRunWords, type NextRun } from '@/ui/fields/nextRun'
import { MomentField } from '@/ui/fields/values'
import { busyHours, firstHour, HOURS, isPicture } from './hours'
import { JobMark } from './JobMark'
import { durationWords, type Job, type JobRun, jobPath } from './job'

/** One job in the list: what it does, when it comes again, how it is doing and what came of it last. */
export function JobRow({ job, now }: { job: Job; now: Date }) {
  return (
    <li className="job">
      <div className="job-what">
        <h3>
          <Link to={jobPath(job.name)}>{job.title}</Link>
        </h3>
        <p className="muted flush">{job.does}</p>
      </div>
      <div>
        <p className="flush">{job.turn}</p>
        {job.next.length > 0 && <Upcoming job={job} now={now} />}
      </div>
      <div>
        <p className="flush">
          <JobMark job={job} />
        </p>
        {job.paused && <PausedWords paused={job.paused} />}
        {job.last && <LastRun run={job.last} />}
      </div>
    </li>
  )
}

export function PausedWords({ paused }: { paused: NonNullable<Job['paused']> }) {
  return (
    <p className="flush">
      „{paused.reason}“{' '}
      <span className="tiny muted">
        {paused.by_name && `${paused.by_name}, `}
        <MomentField at={paused.at} isShort />
      </span>
    </p>
  )
}

function Upcoming({ job, now }: { job: Job; now: Date }) {
  const marked = job.next.find(({ note }) => note)
  return (
    <>
      {!job.paused && isPicture(job.next, now) && <DayTrack next={job.next} now={now} />}
      <details className="disclosure date-details">
        <summary>
          {job.paused ? 'wäre als Nächstes ' : 'als Nächstes '}
          {firstRunWords(job.next, BERLIN_ZONE, now)}
          <span className="visually-hidden">: die nächsten Termine von {job.title}</span>
        </summary>
        <NextRuns runs={job.next} label={`Nächste Termine: ${job.title}`} now={now} />
      </details>
      {marked && (
        <p className="tiny flush closed-only">
          {marked !== job.next[0] && `${dayOfRun(marked.day, BERLIN_ZONE, now)}: `}
          {clockChangeWords(marked)}
        </p>
      )}
    </>
  )
}

/** When it last ran, for how long, and what came of it. */
function LastRun({ run }: { run: JobRun }) {
  return (
    <>
      <p className="tiny muted tabular flush">
        zuletzt <MomentField at={run.started_at ?? run.scheduled_for} isShort />
        {run.duration_ms !== null && <> · {durationWords(run.duration_ms)}</>}
      </p>
      {(run.error ?? run.result) && <p className="tiny muted flush">{run.error ?? run.result}</p>}
    </>
  )
}

const CELL = 10
const HEIGHT = 12

/**
 * The coming 24 hours, a cell each: full where the job runs. A longer tick stands before 0, 6, 12
 * and 18 o'clock. The words beside it say the same.
 */
function DayTrack({ next, now }: { next: readonly NextRun[]; now: Date }) {
  const hours = busyHours(next, now)
  const first = firstHour(now)
  const cells = (isBusy: boolean) =>
    hours.map((busy, hour) => (busy === isBusy ? cellAt(hour) : '')).join('')
  const ticks = hours
    .map((_, hour) => ((first + hour) % 6 === 0 ? `M${hour * CELL} ${HEIGHT + 2}v4` : ''))
    .join('')
  return (
    <svg
      className="day-track"
      viewBox={`-0.5 0 ${HOURS * CELL + 0.5} ${HEIGHT + 20}`}
      aria-hidden="true"
    >
      <path className="track-free" d={cells(false)} />
      <path className="track-run" d={cells(true)} />
      <path className="track-line" d={ticks} />
      {hours.map((_, hour) => {
        const clock = (first + hour) % HOURS
        // The last one would be cut off by the edge.
        if (clock % 6 !== 0 || hour > HOURS - 3) return null
        return (
          <text key={clock} x={hour * CELL + 2.5} y={HEIGHT + 17}>
            {clock}
          </text>
        )
      })}
    </svg>
  )
}

const cellAt = (hour: number): string =>
  `M${hour * CELL + 1} 1h${CELL - 2}v${HEIGHT - 2}h${2 - CELL}z`
