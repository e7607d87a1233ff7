import { durationWords, type JobRun } from '../job'
import { cellShares, MOST_CELLS } from './history'

const WIDTH = 9
const HEIGHT = 12
const CROSS = 12

/** How long a run took: its words and a row of cells. One that failed is hollow and ends in a cross. */
export function DurationStrip({ run, unit }: { run: JobRun; unit: number }) {
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
