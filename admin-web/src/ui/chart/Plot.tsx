import { useId } from 'react'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ReferenceLine,
  Tooltip,
} from 'recharts'
import { axesOf } from './axes'
import {
  axisWords,
  type ChartDocument,
  type ChartLine,
  type ChartProps,
  type Datum,
  dataOf,
  heightOf,
  isLying,
  isStacked,
} from './chart'
import { DASHES, Diamond, FILLS, Hatch, Tick } from './Sample'

const BAR = 16
/** Up to so many columns of one series each have their number above them. */
const MOST_NUMBERS = 31

interface PlotProps extends Omit<ChartProps, 'label'> {
  width: number
  isNarrow: boolean
}

/** The drawing of any chart, by recharts. */
export default function Plot(props: PlotProps) {
  const { chart, width, isNarrow, marks = [], words, onPoint } = props
  const id = useId().replaceAll(':', '')
  const lying = isLying(chart)
  return (
    <ComposedChart
      data={dataOf(chart)}
      width={width}
      height={heightOf(chart, isNarrow)}
      layout={lying ? 'vertical' : 'horizontal'}
      accessibilityLayer={false}
      role="presentation"
      margin={{ top: 18, right: lying ? 26 : 14, bottom: 0, left: 0 }}
      barSize={lying ? BAR : undefined}
      barCategoryGap="12%"
      onClick={({ activeTooltipIndex }) => {
        const point = chart.points[Number(activeTooltipIndex ?? -1)]
        if (point) onPoint?.(point)
      }}
    >
      <defs>
        <Hatch id={id} />
      </defs>
      <CartesianGrid horizontal={!lying} vertical={lying} stroke="var(--chart-grid)" />
      {axesOf(chart, width, isNarrow)}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--chart-pointed)', stroke: 'var(--chart-grid)' }}
        content={({ active, activeIndex }) =>
          active ? <Values chart={chart} index={Number(activeIndex)} words={words} /> : null
        }
      />
      {bandOf(chart)}
      {chart.lines.map((line, index) => seriesOf(chart, line, index, id))}
      {marks.map(({ index, label }) => (
        <ReferenceLine
          key={label}
          x={chart.kind === 'columns' ? index : chart.points[index]?.at}
          stroke="var(--chart-ink)"
          strokeDasharray="3 3"
          label={{ value: label, position: 'top' }}
        />
      ))}
    </ComposedChart>
  )
}

/** From the low to the high value: the bar of a range, or the band of a forecast. */
function bandOf({ kind }: ChartDocument) {
  const look = { dataKey: 'band', isAnimationActive: false } as const
  if (kind === 'ranges') return <Bar {...look} barSize={5} fill="var(--chart-solid)" />
  if (kind !== 'areas') return null
  return <Area {...look} fill="var(--chart-band)" stroke="var(--chart-line)" activeDot={false} />
}

interface SeriesProps {
  chart: ChartDocument
  line: ChartLine
  index: number
  fill: string | undefined
}

function seriesOf(chart: ChartDocument, line: ChartLine, index: number, hatch: string) {
  const { look } = line
  if (look === 'low' || look === 'high') return null
  const fill = look === 'open' ? `url(#${hatch})` : FILLS[look]
  if (!isStacked(line) || chart.kind === 'lines') return strokeOf({ chart, line, index, fill })
  return chart.kind === 'areas'
    ? areaOf({ chart, line, index, fill })
    : barOf({ chart, line, index, fill })
}

const shared = (index: number) =>
  ({
    dataKey: ({ values }: Datum) => values[index],
    isAnimationActive: false,
  }) as const

const areaOf = ({ index, fill }: SeriesProps) => (
  <Area
    key={index}
    {...shared(index)}
    stackId="all"
    fill={fill}
    fillOpacity={1}
    stroke="var(--chart-ground)"
    activeDot={false}
  />
)

const barOf = ({ chart, line, index, fill }: SeriesProps) => (
  <Bar
    key={index}
    {...shared(index)}
    stackId="all"
    fill={fill}
    stroke={line.look === 'open' ? 'var(--chart-line)' : undefined}
    shape={(bar: ColumnProps & { index: number }) => (
      <Column {...bar} isCut={chart.points[bar.index]?.unfinished} />
    )}
  >
    {chart.kind === 'columns' &&
      chart.lines.length === 1 &&
      chart.points.length <= MOST_NUMBERS && (
        <LabelList
          position="top"
          valueAccessor={({ payload }) => numberWords(chart, payload as Datum)}
        />
      )}
  </Bar>
)

function strokeOf({ chart, line, index }: SeriesProps) {
  const { look, values } = line
  const isAlone = values.filter((value) => value !== null).length === 1
  const isDotted = isLying(chart)
    ? look === 'mark' || look === 'before'
    : look === 'mark' && isAlone
  const Dot = chart.kind === 'bars' ? Tick : Diamond
  return (
    <Line
      key={index}
      {...shared(index)}
      type={chart.kind === 'columns' ? 'step' : 'linear'}
      stroke={isDotted ? 'none' : (FILLS[look] ?? 'var(--chart-ink)')}
      strokeWidth={2.2}
      strokeDasharray={DASHES[look]}
      activeDot={false}
      dot={
        isDotted &&
        (({ cx, cy }) =>
          cx == null || cy == null ? null : <Dot key={`${cx} ${cy}`} x={cx} y={cy} />)
      }
    />
  )
}

/** The number above a column; none where there is nothing. */
const numberWords = ({ measure }: ChartDocument, { values: [value] }: Datum): string =>
  value ? axisWords(measure, value) : ''

interface ColumnProps {
  x: number
  y: number
  width: number
  height: number
  fill?: string
  stroke?: string
  isCut?: boolean
}

/** A column; one that will still grow is only outlined. */
const Column = ({ x, y, width, height, fill, stroke, isCut }: ColumnProps) => (
  <rect
    x={x}
    y={y}
    width={width}
    height={Math.max(0, height)}
    fill={fill}
    fillOpacity={isCut ? 0.22 : 1}
    stroke={isCut ? 'var(--chart-line)' : stroke}
    strokeDasharray={isCut ? '2.5 2' : undefined}
  />
)

interface ValuesProps {
  chart: ChartDocument
  index: number
  words: (value: number) => string
}

/** The figures of the item that is pointed at. */
function Values({ chart, index, words }: ValuesProps) {
  const point = chart.points[index]
  if (!point) return null
  return (
    <div className="chart-values">
      <b>{point.unfinished ? `${point.name} (noch nicht ganz)` : point.name}</b>
      {chart.lines.map(({ label, look, values }) => {
        const value = values[index]
        return value == null ? null : (
          <span key={`${look} ${label}`}>
            {label} <b>{words(value)}</b>
          </span>
        )
      })}
    </div>
  )
}
