import { type PointerEvent, useState } from 'react'
import {
  Bar,
  BarChart,
  type BarShapeProps,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { dayShort } from '@/lib/days'
import { formatMoney, formatNumber } from '@/lib/format'
import { cellUnit, columnPath } from '@/ui/drawing/cells'
import { type ChartNote, notesByColumn } from '@/ui/drawing/notesByColumn'
import { type Bucket, bucketName, counted } from '../development'

const MOST_CELLS_HIGH = 8
/** Few make no giant cells. */
const LEAST_CELLS_HIGH = 4
/** Left and right of the columns, in pixels. */
const MARGIN = 14

type Measure = 'visitors' | 'reservations' | 'cents'
const PANELS: { measure: Measure; label: string; unit: (unit: number) => string }[] = [
  {
    measure: 'visitors',
    label: 'Besucher',
    unit: (unit) => counted(unit, 'ein Besucher', 'Besucher'),
  },
  {
    measure: 'reservations',
    label: 'Reservierungen',
    unit: (unit) => counted(unit, 'eine Reservierung', 'Reservierungen'),
  },
  { measure: 'cents', label: 'Kosten', unit: formatMoney },
]

interface DayChartsProps {
  columns: readonly Bucket[]
  notes: readonly ChartNote[]
}

/** Three drawings over the same days, one below the other; remarks are numbered lines through all. */
export default function DayCharts({ columns, notes }: DayChartsProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const marks = notesByColumn(columns, notes)
  const shown = pointed === null ? undefined : columns[pointed]

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left - MARGIN) / (width - 2 * MARGIN)
    setPointed(Math.min(columns.length - 1, Math.max(0, Math.floor(share * columns.length))))
  }

  return (
    <div
      aria-hidden="true"
      className="panels"
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      {PANELS.map(({ measure, label, unit }, index) => (
        <Panel
          key={measure}
          label={label}
          unit={unit}
          measure={measure}
          columns={columns}
          marks={marks}
          isLast={index === PANELS.length - 1}
          isFirst={index === 0}
        />
      ))}
      <p className="pointer muted tabular">
        {shown ? columnWords(shown) : 'Zeigen Sie auf einen Tag, um seine Zahlen zu lesen.'}
      </p>
    </div>
  )
}

const columnWords = (column: Bucket): string =>
  [
    bucketName(column),
    counted(column.visitors, 'ein Besucher', 'Besucher'),
    counted(column.reservations, 'eine Reservierung', 'Reservierungen'),
    formatMoney(column.cents),
  ].join(' · ')

interface PanelProps {
  label: string
  unit: (unit: number) => string
  measure: Measure
  columns: readonly Bucket[]
  marks: readonly [day: string, numbers: string][]
  isFirst: boolean
  isLast: boolean
}

function Panel({ label, unit, measure, columns, marks, isFirst, isLast }: PanelProps) {
  const largest = Math.max(0, ...columns.map((column) => column[measure]))
  const size = measure === 'cents' ? 100 : 1
  const cell = cellUnit(Math.max(1, largest / size), MOST_CELLS_HIGH) * size
  const top = Math.max(LEAST_CELLS_HIGH, Math.ceil(largest / cell)) * cell
  return (
    <div className="panel" data-kind={measure}>
      <p>
        <b>{label}</b>
        <span className="tiny muted">
          {largest > 0
            ? `höchstens ${measure === 'cents' ? formatMoney(largest) : formatNumber(largest)}, eine Zelle: ${unit(cell)}`
            : 'keine'}
        </span>
      </p>
      <div className={isLast ? 'panel-picture with-axis' : 'panel-picture'}>
        <ResponsiveContainer>
          <BarChart
            data={[...columns]}
            margin={{ top: isFirst ? 18 : 2, right: MARGIN, bottom: 0, left: MARGIN }}
            barCategoryGap="14%"
            accessibilityLayer={false}
          >
            <XAxis
              dataKey="day"
              tickFormatter={dayShort}
              tickLine={false}
              tick={isLast}
              minTickGap={24}
              height={isLast ? 26 : 1}
            />
            <YAxis hide domain={[0, top]} />
            {marks.map(([day, numbers]) => (
              <ReferenceLine
                key={day}
                x={day}
                label={isFirst ? { value: numbers, position: 'top' } : undefined}
              />
            ))}
            <Bar
              dataKey={measure}
              isAnimationActive={false}
              shape={(bar: BarShapeProps) => <Cells bar={bar} unit={cell} />}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

function Cells({ bar, unit }: { bar: BarShapeProps; unit: number }) {
  const { x, y, width, height } = bar
  const cells = Number(bar.value) / unit
  if (!cells) return null
  const column = { x, bottom: y + height, width, cellHeight: height / cells }
  return <path className="cells" d={columnPath(column, cells)} />
}
