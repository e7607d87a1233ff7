import {
  Bar,
  BarChart,
  type BarShapeProps,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { cellUnit, rowPath } from './cells'
import type { Bar as BarData } from './chartData'

const MOST_CELLS_WIDE = 25
const ROW = 56

/** A row of cells for each choice, with its name above and its number behind. */
export function BarRows({ bars }: { bars: readonly BarData[] }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  const unit = cellUnit(largest, MOST_CELLS_WIDE)
  return (
    <ResponsiveContainer height={bars.length * ROW}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        margin={{ top: 0, right: 8, bottom: 0, left: 0 }}
        barSize={18}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, MOST_CELLS_WIDE * unit]} />
        <YAxis type="category" dataKey="name" hide />
        <Bar
          dataKey="value"
          isAnimationActive={false}
          minPointSize={1}
          shape={(bar: BarShapeProps) => <Cells bar={bar} unit={unit} />}
        >
          <LabelList content={Words} valueAccessor={({ payload }) => words(payload)} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

const words = ({ name, label }: BarData): string => `${name}\t${label}`

/** Above its row: the name, and the number in bold. */
function Words(props: { x?: unknown; y?: unknown; value?: unknown }) {
  const [name, label] = String(props.value ?? '').split('\t')
  return (
    <text x={Number(props.x)} y={Number(props.y) - 7}>
      {name}
      <tspan dx={8} className="wert">
        {label}
      </tspan>
    </text>
  )
}

function Cells({ bar, unit }: { bar: BarShapeProps; unit: number }) {
  const { x, y, width, height } = bar
  const cells = Number(bar.value) / unit
  if (!cells) return null
  return (
    <path
      className="zellen"
      d={rowPath({ x, y: y + 6, height: height - 2, cellWidth: width / cells }, cells)}
    />
  )
}
