import { Link } from 'react-router-dom'
import { formatMoment, formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import type { Delivery, PackedRun, RunPart, ScheduledRun } from '../schedule'
import { daysWords } from '../words'
import { Artefacts, filesOf } from './Artefacts'
import { DELIVERY_SHAPES } from './RecipientCells'
import { RepeatButton } from './RepeatButton'
import { deliveryWords, durationWords } from './runWords'
import { ScheduledRunMark } from './ScheduledRunMark'

/** One run: its state and moment first, then what it was and who got it, behind that the files. */
export function RunItem({ run }: { run: ScheduledRun }) {
  const { parts, provisional } = run
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
        <RunFacts run={run} />
        {parts.map((part) => (
          <section key={part.id} className="run-part" aria-label={askedWords(part)}>
            <h4>
              Nur {askedWords(part)} <span className="muted">{part.state_words}</span>
            </h4>
            <RunFacts run={part} />
          </section>
        ))}
      </div>
    </li>
  )
}

/** „Kampagne: herbst“: what the recipients of a part get. */
const askedWords = ({ asked }: RunPart): string =>
  asked.map(({ label, words }) => `${label}: ${words}`).join(' · ')

/** What was computed, who got it, and the files. */
function RunFacts({ run }: { run: RunPart }) {
  const { deliveries, further, error, note } = run
  const files = filesOf(run).length
  return (
    <>
      {error && <p className="run-reason">{error}</p>}
      {run.state === 'failed' && !run.is_test && <RepeatButton run={run} />}
      {note && <p className="run-reason">{note}</p>}
      <p className="muted">
        {factsWords(run)}
        {run.has_result && further.length === 0 && (
          <>
            {' · '}
            <Link to={`/reports/kept/${run.id}`}>Alle Zeilen ansehen</Link>
          </>
        )}
      </p>
      {further.length > 0 && <PackedRuns runs={[run, ...further]} />}
      <Deliveries deliveries={deliveries} />
      {files > 0 && (
        <details className="disclosure">
          <summary>{filesWords(files)}</summary>
          <Artefacts run={run} />
        </details>
      )}
    </>
  )
}

/** The reports of a pack, each with all its rows. */
function PackedRuns({ runs }: { runs: readonly (RunPart | PackedRun)[] }) {
  return (
    <ol className="packed-runs" aria-label="Berichte in dieser Mail">
      {runs.map(({ id, title, rows, has_result }) => (
        <li key={id}>
          {has_result ? <Link to={`/reports/kept/${id}`}>{title}</Link> : title}
          {rows !== null && <span className="muted">, {rowsWords(rows)}</span>}
        </li>
      ))}
    </ol>
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

function factsWords(run: RunPart): string {
  const { period, rows, attempts } = run
  const duration = durationWords(run)
  return [
    period && daysWords(period),
    rows !== null && run.further.length === 0 && rowsWords(rows),
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
