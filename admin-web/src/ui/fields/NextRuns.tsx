import { BERLIN_ZONE, zoneName } from '@/lib/zones'
import { clockChangeWords, dayOfRun, isOnClockOf, type NextRun, runsByDay } from './nextRun'
import './nextRuns.css'

interface NextRunsProps {
  runs: readonly NextRun[]
  /** Of the clock that the times are on. */
  zone?: string
  /** What is due, for those who do not see what stands around it. */
  label: string
  now?: Date
}

/** When something is due next, day by day; what a change of the clock does stands beside it in words. */
export function NextRuns({ runs, zone = BERLIN_ZONE, label, now = new Date() }: NextRunsProps) {
  if (runs.length === 0) return <p className="muted flush">Kein Termin.</p>
  return (
    <>
      <ol className="dates" aria-label={label}>
        {runsByDay(runs).map(({ day, runs: ofDay }) => (
          <li key={day}>
            <span className="date-day">{dayOfRun(day, zone, now)}</span>
            <span className="date-times tabular">
              {ofDay.map(({ run, time }) => (
                <time key={run.at} dateTime={run.at}>
                  {time}
                </time>
              ))}
            </span>
            {ofDay.map(({ run }) => run.note && <ClockNote key={run.at} run={run} />)}
          </li>
        ))}
      </ol>
      <ZoneNote zone={zone} runs={runs} />
    </>
  )
}

/** Whose clock the times are on, where it is not the one on everybody's wall. */
function ZoneNote({ zone, runs }: { zone: string; runs: readonly NextRun[] }) {
  if (zone !== BERLIN_ZONE)
    return <p className="tiny muted flush">Zeiten auf der Uhr von {zoneName(zone)}.</p>
  if (isOnClockOf(BERLIN_ZONE, runs)) return null
  return <p className="tiny muted flush">Zeiten in der Zeitzone des Zeitplans.</p>
}

/** What the clock does on that day: a dial with the way its hand goes, and the words. */
function ClockNote({ run }: { run: NextRun }) {
  const goesBack = run.note === 'back' || run.note === 'first_of_two'
  return (
    <span className="clock-note">
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <path d="M10 5.5V10l3 1.8" />
        <path d={goesBack ? BACK : FORWARD} />
      </svg>
      {clockChangeWords(run)}
    </span>
  )
}

const BACK = 'M4.6 4.6A7.5 7.5 0 1 1 2.6 11.2M4.8 1.2v3.6h3.6'
const FORWARD = 'M15.4 4.6A7.5 7.5 0 1 0 17.4 11.2M15.2 1.2v3.6h-3.6'
