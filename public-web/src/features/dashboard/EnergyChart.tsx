import {
  Bar,
  BarChart,
  type BarShapeProps,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { dashboardText } from '@/content/de/dashboard'
import { CELL, type SampleMonth } from './sample'
import { barPath } from './unitCells'

const GAP = 3

/**
 * The energy of each month as a column of cells. Drawn without animation, and without the
 * library's keyboard layer: the whole is one picture with a table beside it.
 */
export default function EnergyChart({ months }: { months: readonly SampleMonth[] }) {
  const data = months.map(({ month, energy }) => ({
    energy,
    name: dashboardText.months[month].short,
  }))
  return (
    <ResponsiveContainer>
      <BarChart
        data={data}
        margin={{ top: 28, right: 0, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis dataKey="name" axisLine={false} tickLine={false} interval={0} height={40} />
        <YAxis hide domain={[0, 'dataMax']} />
        <Bar dataKey="energy" isAnimationActive={false} shape={CellColumn}>
          <LabelList dataKey="energy" position="top" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

function CellColumn({ x, y, width, height, value }: BarShapeProps) {
  const count = Number(value) / CELL.kwh
  const path = barPath({ x, bottom: y + height, width, height, count, gap: GAP })
  return <path className="energy__bar" d={path} />
}
