import { formatDay, formatNumber } from '@/lib/format'
import { Drawing, NARROW } from '@/ui/drawing/Drawing'
import { useWidth } from '@/ui/drawing/useWidth'
import { FieldDrawing, SpotCell } from '@/ui/park/FieldDrawing'
import { gridFor, sizeOf } from '@/ui/park/grid'
import { SPOT_STATES } from '@/ui/park/spotStates'
import { type DayRow, dayWords, runsOf, type Totals } from './report'

interface FieldPictureProps {
  days: readonly DayRow[]
  /** What is known of the last day alone: spots that wait. */
  totals: Totals | undefined
  index: number
  onIndex: (index: number) => void
}

/** The field of places on one day of the period: sorted by state, one cell a place. */
export function FieldPicture({ days, totals, index, onIndex }: FieldPictureProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const day = days[index]
  if (!day) return null
  const held = totals?.day === day.day ? (totals.held ?? 0) : 0
  const runs = runsOf(day, held)
  const grid = gridFor(Math.max(1, runs.at(-1)?.last ?? 0), width < NARROW)
  const size = sizeOf(grid)
  const height = width > 0 ? Math.ceil((size.height * width) / size.width) : 170
  return (
    <div ref={place} className="day-field">
      <div className="weekday-choice">
        <label htmlFor="field-day">
          Stand am <b className="tabular">{formatDay(day.day)}</b>
        </label>
        <input
          id="field-day"
          type="range"
          min={0}
          max={days.length - 1}
          value={index}
          aria-valuetext={dayWords(day, held)}
          onChange={(event) => onIndex(Number(event.target.value))}
        />
      </div>
      <Drawing label={dayWords(day, held)} height={height}>
        {({ width: wide }) => (
          <g transform={`scale(${wide / size.width})`}>
            <FieldDrawing runs={runs} grid={grid} />
          </g>
        )}
      </Drawing>
      <ul className="legend">
        {runs.map(({ state, first, last }) => (
          <li key={state}>
            <span>
              <SpotCell state={state} />
              {SPOT_STATES[state].label} <b>{formatNumber(last - first + 1)}</b>
            </span>
          </li>
        ))}
      </ul>
      <p className="tiny muted flush">
        Eine Zelle ist ein Platz, sortiert nach Stand und nicht nach Nummer.
      </p>
    </div>
  )
}
