import { formatNumber } from '@/lib/format'
import { durationWords, type JobRun } from '../job'
import { cellMs, cellShares, figuresOf, pictureWords } from './history'

const WIDTH = 16
const HEIGHT = 9
const LEAST_RUNS = 25
const HEADROOM = 14

/**
 * The runs of a page as columns of cells, the latest at the right. A run that failed is hollow and
 * crossed, one that was lost or is not over is dashed; what is usual is a line across.
 */
export function RunPicture({ runs }: { runs: readonly JobRun[] }) {
  const unit = cellMs(runs)
  const { usual, longest } = figuresOf(runs)
  const floor = HEADROOM + Math.max(2, Math.ceil(longest / unit)) * HEIGHT
  const width = Math.max(LEAST_RUNS, runs.length) * WIDTH
  return (
    <figure className="run-picture">
      <svg viewBox={`0 0 ${width} ${floor + 2}`} role="img" aria-label={pictureWords(runs)}>
        {[...runs].reverse().map((run, index) => (
          <Column key={run.id} run={run} x={index * WIDTH + 2} floor={floor} unit={unit} />
        ))}
        {usual !== null && (
          <path className="run-usual" d={`M0 ${floor - (usual / unit) * HEIGHT}h${width}`} />
        )}
        <path className="track-line" d={`M0 ${floor + 1}h${width}`} />
      </svg>
      <Figures runs={runs} unit={unit} />
    </figure>
  )
}

/** The picture in figures; the line and the cell are explained where they are counted. */
function Figures({ runs, unit }: { runs: readonly JobRun[]; unit: number }) {
  const { failed, usual, longest } = figuresOf(runs)
  return (
    <figcaption>
      {usual !== null && (
        <p data-ruled>
          <b>{durationWords(usual)}</b> üblich
        </p>
      )}
      <p>
        <b>{durationWords(longest)}</b> am längsten
      </p>
      <p>
        <b>{formatNumber(failed)}</b> von {formatNumber(runs.length)} gescheitert
      </p>
      <p className="tiny muted">Ein Kästchen sind {durationWords(unit)}.</p>
    </figcaption>
  )
}

interface ColumnProps {
  run: JobRun
  x: number
  floor: number
  unit: number
}

function Column({ run, x, floor, unit }: ColumnProps) {
  const shares = cellShares(run.duration_ms ?? 0, unit)
  const width = WIDTH - 4
  if (run.state === 'done')
    return <path className="track-run" d={stack(shares, x, floor, width)} data-state="done" />
  const height = Math.max(HEIGHT, shares.reduce((sum, share) => sum + share, 0) * HEIGHT)
  const isOver = run.state === 'failed' || run.state === 'lost'
  const [left, top] = [x + 2, floor - height - 10]
  return (
    <g data-state={run.state}>
      <path
        className={run.state === 'failed' ? 'run-hollow' : 'run-open'}
        d={`M${x + 0.5} ${floor - 0.5}v${1 - height}h${width - 1}v${height - 1}z`}
      />
      {isOver && <path className="run-cross" d={`M${left} ${top}l8 7M${left + 8} ${top}l-8 7`} />}
    </g>
  )
}

/** Cells on each other from the floor up, the last one as high as it is full. */
const stack = (shares: readonly number[], x: number, floor: number, width: number): string =>
  shares
    .map((share, cell) => {
      const height = share * (HEIGHT - 1.5)
      return `M${x} ${floor - cell * HEIGHT}v${-height}h${width}v${height}z`
    })
    .join('')
