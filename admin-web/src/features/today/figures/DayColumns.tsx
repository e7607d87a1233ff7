import {
  Bar,
  BarChart,
  type BarShapeProps,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { dayShort } from '@/lib/days'
import { cellUnit, columnPath } from '@/ui/drawing/cells'
import type { Charts } from '../today'

export const MOST_CELLS_HIGH = 12
/** Few reservations make no giant cells. */
const LEAST_CELLS_HIGH = 8

/** A column of cells a day, the last one today; only its highest carry their number. */
export function DayColumns({ days }: { days: Charts['per_day'] }) {
  const largest = Math.max(1, ...days.map(({ count }) => count))
  const unit = cellUnit(largest, MOST_CELLS_HIGH)
  const data = days.map(({ day, count }) => ({
    day: dayShort(day),
    count,
    label: count === largest && count > 0 ? count : '',
  }))
  const last = days.length - 1
  return (
    <div className="days">
      <ResponsiveContainer>
        <BarChart
          data={data}
          margin={{ top: 22, right: 14, bottom: 0, left: 14 }}
          barCategoryGap="14%"
          accessibilityLayer={false}
        >
          <XAxis dataKey="day" tickLine={false} interval={6} height={26} />
          <YAxis hide domain={[0, Math.max(LEAST_CELLS_HIGH, Math.ceil(largest / unit)) * unit]} />
          <Bar
            dataKey="count"
            isAnimationActive={false}
            shape={(bar: BarShapeProps) => (
              <Cells bar={bar} unit={unit} isToday={bar.index === last} />
            )}
          >
            <LabelList dataKey="label" position="top" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

function Cells({ bar, unit, isToday }: { bar: BarShapeProps; unit: number; isToday: boolean }) {
  const { x, y, width, height } = bar
  const cells = Number(bar.value) / unit
  if (!cells) return null
  const column = { x, bottom: y + height, width, cellHeight: height / cells }
  return <path className={isToday ? 'cells-new' : 'cells'} d={columnPath(column, cells)} />
}
