import Button from '@mui/material/Button'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatMoment } from '@/lib/format'
import { RunStateMark } from '@/ui/fields/RunStateMark'
import { MomentField } from '@/ui/fields/values'
import { HistoryPager } from '@/ui/list/HistoryPager'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { durationWords, type JobRun, triggerWords } from '../job'
import { PER_PAGE, useRuns } from '../useRunNow'
import { cellMs, cellShares, MOST_CELLS, slowWords, usualMs } from './history'
import { RunPicture } from './RunPicture'

const WORTH_A_PICTURE = 3

/** What a job did so far, the latest first: a picture of the page and its table. */
export function History({ name, refetchEvery }: { name: string; refetchEvery: number }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const { data, error, refetch, isPlaceholderData } = useRuns(name, page, refetchEvery)
  const top = useRef<HTMLDivElement>(null)

  function open(to: number) {
    setSearch(to === 1 ? {} : { page: String(to) })
    // The button may be shut on the page that comes, and that page begins above.
    top.current?.querySelector('section')?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }

  const runs = data?.data ?? []
  return (
    <Section title="Verlauf">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <div className="awaited" aria-busy="true" />}
      {data && runs.length === 0 && <Nothing page={page} onFirst={() => open(1)} />}
      {runs.length > 0 && (
        <div ref={top} className="history">
          {runs.length >= WORTH_A_PICTURE && <RunPicture runs={runs} />}
          <PlainTable<JobRun>
            label="Tabelle: Läufe, die jüngsten zuerst"
            rows={runs}
            rowKey={({ id }) => id}
            columns={columnsFor(runs)}
            isBusy={isPlaceholderData}
          />
          <HistoryPager
            label="Seiten des Verlaufs"
            {...{ page, perPage: PER_PAGE, onPage: open }}
            answer={data}
          />
        </div>
      )}
    </Section>
  )
}

function columnsFor(runs: readonly JobRun[]): PlainColumn<JobRun>[] {
  const unit = cellMs(runs)
  const usual = usualMs(runs)
  return [
    {
      label: 'Termin',
      render: (run) => (
        <>
          <MomentField at={run.scheduled_for} />
          {triggerWords(run) && <small>{triggerWords(run)}</small>}
        </>
      ),
    },
    {
      label: 'Stand',
      render: (run) => (
        <>
          <RunStateMark state={run.state} />
          {run.attempts > 1 && <small>beim {run.attempts}. Anlauf</small>}
        </>
      ),
    },
    {
      label: 'Dauer',
      render: (run) => (
        <>
          <DurationStrip run={run} unit={unit} />
          {slowWords(run, usual) && <small>{slowWords(run, usual)}</small>}
        </>
      ),
    },
    {
      label: 'Ergebnis',
      isText: true,
      render: ({ error, result, started_at, scheduled_for }) => (
        <>
          {error ? <span className="error-word">{error}</span> : (result ?? '')}
          {started_at && isLate(scheduled_for, started_at) && (
            <small>begonnen {formatMoment(started_at)}</small>
          )}
        </>
      ),
    },
  ]
}

const LATE_MS = 60_000
const isLate = (due: string, began: string): boolean =>
  Date.parse(began) - Date.parse(due) > LATE_MS

function Nothing({ page, onFirst }: { page: number; onFirst: () => void }) {
  if (page === 1)
    return <p className="muted flush">Noch kein Lauf. Der erste folgt zum nächsten Termin.</p>
  return (
    <div className="empty">
      <p>Auf dieser Seite ist nichts mehr.</p>
      <Button onClick={onFirst}>Zu den jüngsten</Button>
    </div>
  )
}

const WIDTH = 9
const HEIGHT = 12
const CROSS = 12

/** How long a run took: its words and a row of cells. One that failed is hollow and ends in a cross. */
function DurationStrip({ run, unit }: { run: JobRun; unit: number }) {
  if (run.duration_ms === null) return <NoDuration />
  const shares = cellShares(run.duration_ms, unit)
  const end = shares.reduce((sum, share) => sum + share, 0) * WIDTH
  const isDone = run.state === 'done'
  return (
    <span className="duration">
      <span className="tabular">{durationWords(run.duration_ms)}</span>
      <svg
        viewBox={`0 0 ${MOST_CELLS * WIDTH + CROSS} ${HEIGHT}`}
        width={MOST_CELLS * WIDTH + CROSS}
        height={HEIGHT}
        aria-hidden="true"
      >
        {isDone ? (
          <path className="track-run" d={row(shares)} />
        ) : (
          <>
            <path className="run-hollow" d={`M1 1.5h${Math.max(4, end - 2)}v9H1z`} />
            <path className="run-cross" d={`M${end + 4} 3l6 6M${end + 10} 3l-6 6`} />
          </>
        )}
      </svg>
    </span>
  )
}

const NoDuration = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">keine Angabe</span>
  </>
)

const row = (shares: readonly number[]): string =>
  shares
    .map((share, cell) => {
      const width = share * (WIDTH - 1.5)
      return `M${cell * WIDTH + 0.5} 1h${width}v${HEIGHT - 2}h${-width}z`
    })
    .join('')
