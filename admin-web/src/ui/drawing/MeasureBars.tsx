import { formatNumber } from '@/lib/format'
import { cellUnit, rowPath } from './cells'

/** What rows of cells show of each thing. */
export interface Measure<T> {
  label: string
  look: 'full' | 'dim' | 'open'
  value: (item: T) => number
  before: (item: T) => number | null
  /** At the end of the line above the bar. */
  words: (item: T) => string
}

export interface BarsPlace {
  x: number
  width: number
  /** Where the line about the cells stands. */
  head: number
  /** Where the first row begins. */
  top: number
  /** From one row to the next. */
  row: number
  /** Whether the name of the thing stands on the line above the bar. */
  hasName: boolean
}

const MOST_CELLS = { wide: 40, narrow: 25 }
const BAR = 16

interface MeasureBarsProps<T> {
  measure: Measure<T>
  items: readonly T[]
  place: BarsPlace
  isCompared: boolean
  isNarrow: boolean
}

/** A row of cells for each thing; a tick where it was in the period before. */
export function MeasureBars<T>(props: MeasureBarsProps<T>) {
  const { measure, items, place, isCompared, isNarrow } = props
  const { x, width, head, top, row, hasName } = place
  const values = items.flatMap((item) => [
    measure.value(item),
    (isCompared && measure.before(item)) || 0,
  ])
  const largest = Math.max(1, ...values)
  const unit = cellUnit(largest, isNarrow ? MOST_CELLS.narrow : MOST_CELLS.wide)
  const cellWidth = width / Math.ceil(largest / unit)
  const under = isNarrow && !hasName ? 0 : 24
  return (
    <g className={`panel-${measure.look}`}>
      <text x={x} y={head + 12}>
        <tspan className="title">{measure.label}</tspan>
        <tspan dx={8}>eine Zelle: {formatNumber(unit)}</tspan>
      </text>
      {items.map((item, index) => {
        const y = top + index * row + under
        const before = isCompared ? measure.before(item) : null
        const tick =
          before === null ? '' : `M${x + (before / unit) * cellWidth} ${y - 2}v${BAR + 4}`
        const d = rowPath({ x, y, height: BAR, cellWidth }, measure.value(item) / unit)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars keep their order
          <g key={index}>
            <path className="cells" d={d} />
            <path className="stroke-halo" d={tick} />
            <path className="stroke-before" d={tick} />
            <text
              className="value"
              x={x + width}
              y={isNarrow && !hasName ? y + BAR + 14 : y - 8}
              textAnchor="end"
            >
              {measure.words(item)}
            </text>
          </g>
        )
      })}
    </g>
  )
}
