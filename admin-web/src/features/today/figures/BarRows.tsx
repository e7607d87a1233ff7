import {
  Bar,
  BarChart,
  type BarShapeProps,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { cellUnit, rowPath } from '@/ui/drawing/cells'
import type { Bar as BarData } from './chartData'

const MOST_CELLS_WIDE = 25
const ROW = 56

/** A row of cells for each choice, with its name above and its number behind. */
export function BarRows({ bars }: { bars: readonly BarData[] }) {
  const largest = Math.max(1, ...bars.map(({ value, whole }) => whole ?? value))
  const unit = cellUnit(largest, MOST_CELLS_WIDE)
  const cells = Math.ceil(largest / unit)
  return (
    <ResponsiveContainer height={bars.length * ROW}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        margin={{ top: 0, right: 8, bottom: 0, left: 0 }}
        barSize={18}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, cells * unit]} />
        <YAxis type="category" dataKey="name" hide />
        <Bar
          dataKey="value"
          isAnimationActive={false}
          minPointSize={1}
          shape={(bar: BarShapeProps) => (
            <Cells bar={bar} unit={unit} cells={cells} whole={bars[bar.index]?.whole} />
          )}
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
      <tspan dx={8} className="value">
        {label}
      </tspan>
    </text>
  )
}

interface CellsProps {
  bar: BarShapeProps
  unit: number
  /** How many there are room for in a row. */
  cells: number
  whole: number | undefined
}

function Cells({ bar, unit, cells, whole }: CellsProps) {
  const cellWidth = (bar.background?.width ?? bar.width) / cells
  const row = { x: bar.x, y: bar.y + 6, height: bar.height - 2, cellWidth }
  const empty = whole === undefined ? '' : rowPath(row, whole / unit)
  return (
    <>
      <path className="c-free" d={empty} />
      <path className="cells" d={rowPath(row, Number(bar.value) / unit)} />
    </>
  )
}
