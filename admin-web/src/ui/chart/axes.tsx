import { XAxis, YAxis } from 'recharts'
import { oneLine, textWidth } from '../drawing/text'
import { axisWords, type ChartDocument, type ChartPoint, isLying, ticksOf } from './chart'

const PLAIN = '500 13px "Figtree Variable", Arial, sans-serif'
const BOLD = '650 13px "Figtree Variable", Arial, sans-serif'

/** Both axes of a chart: values with their ticks, and the names of its items. */
export function axesOf(chart: ChartDocument, width: number, isNarrow: boolean) {
  const ticks = ticksOf(chart)
  const values = {
    type: 'number',
    ticks,
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    tickLine: false,
    axisLine: false,
    tickFormatter: (value: number) => axisWords(chart.measure, value),
  } as const
  if (isLying(chart))
    return (
      <>
        <XAxis {...values} height={28} />
        <YAxis
          type="category"
          dataKey="index"
          width={1}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: 'var(--chart-line)' }}
          tick={({ y, payload }) => (
            <Name
              point={chart.points[payload.value]}
              y={Number(y)}
              width={width}
              isNarrow={isNarrow}
            />
          )}
        />
      </>
    )
  return (
    <>
      <XAxis
        {...placesOf(chart)}
        height={28}
        tickLine={false}
        minTickGap={14}
        axisLine={{ stroke: 'var(--chart-line)' }}
      />
      <YAxis {...values} width={gutterOf(chart, ticks)} />
    </>
  )
}

/** As wide as the longest tick. */
const gutterOf = ({ measure }: ChartDocument, ticks: readonly number[]): number =>
  Math.max(...ticks.map((tick) => textWidth(axisWords(measure, tick), PLAIN))) + 14

/** The positions of the items, and which of them are labelled. */
function placesOf(chart: ChartDocument) {
  if (chart.kind === 'columns')
    return {
      dataKey: 'index',
      ticks: chart.points.flatMap(({ axis }, index) => (axis ? [index] : [])),
      interval: 'preserveStart',
      tickFormatter: (index: number) => chart.points[index]?.axis ?? '',
    } as const
  const named = new Map(chart.points.filter(({ axis }) => axis).map(({ at, axis }) => [at, axis]))
  return {
    type: 'number',
    dataKey: 'at',
    domain: ['dataMin', 'dataMax'],
    ticks: [...named.keys()],
    interval: 'preserveStart',
    tickFormatter: (at: number) => named.get(at) ?? '',
  } as const
}

interface NameProps {
  point: ChartPoint | undefined
  y: number
  width: number
  isNarrow: boolean
}

/** Above a bar: its name, and its values at the end of the line or, on a phone, below. */
function Name({ point, y, width, isNarrow }: NameProps) {
  if (!point) return null
  const { name, words } = point
  const room = isNarrow ? width : Math.max(width * 0.4, width - textWidth(words, PLAIN) - 16)
  return (
    <g className="above">
      <text className="name" x={0} y={y - (isNarrow ? 31 : 14)}>
        {oneLine(name, room, BOLD)}
      </text>
      <text x={isNarrow ? 0 : width} y={y - 14} textAnchor={isNarrow ? 'start' : 'end'}>
        {oneLine(words, isNarrow ? width : width * 0.6, PLAIN)}
      </text>
    </g>
  )
}
