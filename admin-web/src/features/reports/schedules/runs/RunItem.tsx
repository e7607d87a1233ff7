import { Link } from 'react-router-dom'
import { formatMoment, formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import type { Delivery, ScheduledRun } from '../schedule'
import { daysWords } from '../words'
import { Artefacts } from './Artefacts'
import { DELIVERY_SHAPES } from './RecipientCells'
import { RepeatButton } from './RepeatButton'
import { deliveryWords, durationWords } from './runWords'
import { ScheduledRunMark } from './ScheduledRunMark'

/** One run: its state and moment first, then what it was and who got it, behind that the files. */
export function RunItem({ run }: { run: ScheduledRun }) {
  const { provisional, deliveries, error, note, artefacts } = run
  const files = artefacts.length
  return (
    <li>
      <div className="run-head">
        <h3>
          <ScheduledRunMark run={run} />
        </h3>
        <p className="muted tabular">{whenWords(run)}</p>
        {run.is_test && <span className="marker">Probe</span>}
      </div>
      <div className="run-content">
        {provisional && <p className="run-reason provisional">{provisional}</p>}
        {error && <p className="run-reason">{error}</p>}
        {run.state === 'failed' && !run.is_test && <RepeatButton run={run} />}
        {note && <p className="run-reason">{note}</p>}
        <p className="muted">
          {factsWords(run)}
          {run.has_result && (
            <>
              {' · '}
              <Link to={`/reports/kept/${run.id}`}>Alle Zeilen ansehen</Link>
            </>
          )}
        </p>
        <Deliveries deliveries={deliveries} />
        {files > 0 && (
          <details className="disclosure">
            <summary>{filesWords(files)}</summary>
            <Artefacts run={run} />
          </details>
        )}
      </div>
    </li>
  )
}

const filesWords = (count: number): string => (count === 1 ? 'Eine Datei' : `${count} Dateien`)

/** Milliseconds after which a run did not come to its time. */
const LATE = 120_000

/** When it ran, and when it was due where that was earlier. */
function whenWords({ scheduled_for, started_at }: ScheduledRun): string {
  const ran = formatMoment(started_at)
  const late = scheduled_for === null ? 0 : Date.parse(started_at) - Date.parse(scheduled_for)
  return scheduled_for === null || late < LATE
    ? ran
    : `${ran}, fällig ${formatMoment(scheduled_for)}`
}

function factsWords(run: ScheduledRun): string {
  const { period, rows, attempts } = run
  const duration = durationWords(run)
  return [
    period && daysWords(period),
    rows !== null && rowsWords(rows),
    duration && `gerechnet in ${duration}`,
    attempts > 1 && `${attempts} Anläufe`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const rowsWords = (rows: number): string =>
  rows === 1 ? 'eine Zeile' : `${formatNumber(rows)} Zeilen`

/** Recipient by recipient: how far it is, since when, and what the other side said. */
function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return null
  return (
    <ul className="deliveries" aria-label="Empfänger">
      {deliveries.map((delivery) => (
        <li key={delivery.recipient}>
          <ShapeMark shape={DELIVERY_SHAPES[delivery.state]} label={delivery.recipient} />
          <span>
            {deliveryWords(delivery)}
            <When delivery={delivery} />
          </span>
          {delivery.last_error && delivery.state !== 'sent' && (
            <q className="answer">{delivery.last_error}</q>
          )}
        </li>
      ))}
    </ul>
  )
}

function When({ delivery: { state, sent_at, next_attempt_at } }: { delivery: Delivery }) {
  if (sent_at)
    return (
      <>
        , <MomentField at={sent_at} />
      </>
    )
  if (state !== 'retrying' || !next_attempt_at) return null
  return (
    <>
      , wieder <MomentField at={next_attempt_at} isShort />
    </>
  )
}
