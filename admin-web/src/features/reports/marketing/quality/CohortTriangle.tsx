import { formatNumber } from '@/lib/format'
import { Drawing } from '@/ui/drawing/Drawing'
import { hatchPath } from '@/ui/drawing/hatch'
import { type Cohort, type CohortCell, columnsOf, LEAST, weekWords } from './quality'

interface CohortTriangleProps {
  label: string
  cohorts: readonly Cohort[]
}

/** A year of rows is more than anybody compares by eye. */
const MOST_WEEKS = 26
const HEAD = 44
const ROW = 30
const GAP = 3
const LABEL = { wide: 178, narrow: 92 }
const CELL = { least: 46, most: 74 }

/** Weeks below each other, weeks since side by side: a cell fills up as the share does. */
export function CohortTriangle({ label, cohorts }: CohortTriangleProps) {
  const shown = cohorts.slice(-MOST_WEEKS)
  return (
    <>
      <Drawing label={label} height={HEAD + shown.length * ROW}>
        {({ width, isNarrow }) => {
          const left = isNarrow ? LABEL.narrow : LABEL.wide
          const columns = columnsOf(shown, Math.floor((width - left) / CELL.least))
          const wide = Math.min(CELL.most, (width - left) / Math.max(1, columns.length))
          return (
            <g className="cohorts">
              <Heads columns={columns} left={left} wide={wide} isNarrow={isNarrow} />
              {shown.map((cohort, index) => (
                <Week
                  key={cohort.week}
                  cohort={cohort}
                  columns={columns}
                  place={{ left, wide, y: HEAD + index * ROW, isNarrow }}
                />
              ))}
            </g>
          )
        }}
      </Drawing>
      <p className="tiny muted flush">
        Die Füllung einer Zelle ist der Anteil. Schraffiert sind Wochen mit weniger als {LEAST}{' '}
        Reservierungen; dort steht die Zahl. Was noch nicht vorbei ist, fehlt.
        {cohorts.length > shown.length &&
          ` Zu sehen sind die letzten ${MOST_WEEKS} Wochen, alle in der Tabelle.`}
      </p>
    </>
  )
}

interface HeadsProps {
  columns: readonly number[]
  left: number
  wide: number
  isNarrow: boolean
}

function Heads({ columns, left, wide, isNarrow }: HeadsProps) {
  return (
    <>
      <text x={0} y={34}>
        Woche ab
      </text>
      {!isNarrow && (
        <text x={left - 14} y={34} textAnchor="end">
          Reservierungen
        </text>
      )}
      <text x={left} y={14}>
        Wochen nach der Reservierung
      </text>
      {columns.map((weeks, index) => (
        <text
          key={weeks}
          x={left + (index + 0.5) * wide}
          y={34}
          textAnchor="middle"
          className="onward"
        >
          {weeks}
        </text>
      ))}
    </>
  )
}

interface WeekProps {
  cohort: Cohort
  columns: readonly number[]
  place: { left: number; wide: number; y: number; isNarrow: boolean }
}

function Week({ cohort, columns, place }: WeekProps) {
  const { week, reservations, cells } = cohort
  const { left, wide, y } = place
  return (
    <g>
      <text x={0} y={y + 18} className="title">
        {weekWords(week)}
      </text>
      <text x={left - 14} y={y + 18} textAnchor="end">
        {formatNumber(reservations)}
      </text>
      {columns.map((weeks, index) => {
        const cell = cells.get(weeks)
        return (
          cell && (
            <Cell
              key={weeks}
              cell={cell}
              x={left + index * wide}
              y={y}
              width={wide - GAP}
              isSmall={reservations < LEAST}
            />
          )
        )
      })}
    </g>
  )
}

interface CellProps {
  cell: CohortCell
  x: number
  y: number
  width: number
  isSmall: boolean
}

const HIGH = ROW - GAP

function Cell({ cell: { share, words }, x, y, width, isSmall }: CellProps) {
  const full = Math.round((width * share) / 100_000) / 10
  return (
    <g>
      <path className="field-cell" d={`M${x} ${y}h${width}v${HIGH}h${-width}z`} />
      {full > 0 && (
        <path
          className={isSmall ? 'field-seed-few' : 'field-seed'}
          d={`M${x} ${y}h${full}v${HIGH}h${-full}z`}
        />
      )}
      {isSmall && <path className="fallow-land" d={hatchPath(x, y, full, HIGH, 6)} />}
      <text x={x + width / 2} y={y + 18} textAnchor="middle" className="text-halo">
        {words}
      </text>
      <text x={x + width / 2} y={y + 18} textAnchor="middle" className="onward">
        {words}
      </text>
    </g>
  )
}
