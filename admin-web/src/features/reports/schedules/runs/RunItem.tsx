import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { counted, formatDay, formatMoment, formatSize } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ShapeMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import type { Artefact, Delivery, ScheduledRun } from '../schedule'
import { daysWords, formatWord } from '../words'
import { DELIVERY_SHAPES } from './RecipientCells'
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

const filesWords = (count: number): string => counted(count, 'Eine Datei', 'Dateien')

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

const rowsWords = (rows: number): string => counted(rows, 'eine Zeile', 'Zeilen')

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

/** Computes what failed again: nobody has got anything of it. */
function RepeatButton({ run: { id } }: { run: ScheduledRun }) {
  const { run, isRunning, problem } = useStaffChange('report-schedules', 'report-deliveries')
  const notify = useNotify()
  async function repeat() {
    const params = { path: { run_id: id } }
    if (await run('post', '/api/staff/report-deliveries/{run_id}/repeat', { params }))
      notify('Wird noch einmal gerechnet und dann gesendet.', {
        type: 'success',
      })
  }
  return (
    <>
      <Button size="small" disabled={isRunning} onClick={() => void repeat()}>
        Wiederholen
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}

/** The very files that were sent: the same bytes, as long as they are kept. */
function Artefacts({ run: { id: run, artefacts: rows } }: { run: ScheduledRun }) {
  if (rows.length === 0) return null
  return (
    <PlainTable<Artefact>
      label="Dateien"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'Datei',
          isText: true,
          render: ({ id, name, is_gone }) =>
            is_gone ? (
              name
            ) : (
              <a href={`/api/staff/report-runs/${run}/artefacts/${id}`} download={name}>
                {name}
              </a>
            ),
        },
        { label: 'Form', render: ({ form }) => formatWord(form) },
        { label: 'Größe', isNumeric: true, render: ({ bytes }) => formatSize(bytes) },
        { label: 'Aufgehoben', render: keptWords },
        {
          label: 'Prüfsumme (SHA-256)',
          render: ({ sha256, name }) => (
            <>
              <code title={sha256}>{sha256.slice(0, 12)}…</code>{' '}
              <CopyButton text={sha256} what={`Prüfsumme von ${name}`} isQuiet />
            </>
          ),
        },
      ]}
    />
  )
}

function keptWords({ is_gone, expires_at }: Artefact): string {
  return is_gone ? 'nicht mehr da' : `bis ${formatDay(expires_at)}`
}
