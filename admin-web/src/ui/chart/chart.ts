import type { Schemas } from '@/api/operations'
import { MEASURE_KINDS } from '@/lib/kinds.gen'
import { roundTicks } from '../drawing/scale'

/** A chart with its values, as the server declares and computes it. */
export type ChartDocument = Schemas['ChartOut']
export type ChartPoint = ChartDocument['points'][number]
export type ChartLine = ChartDocument['lines'][number]
export type Look = ChartLine['look']

/** A line across a chart, such as a remark on a day. */
export interface ChartMark {
  index: number
  label: string
}

export interface ChartProps {
  chart: ChartDocument
  /** What it shows, for those who do not see it: the sentence above, as a rule. */
  label: string
  /** How values are written. */
  words: (value: number) => string
  marks?: readonly ChartMark[]
  /** Follows a click on an item. The chart's table has the same links, for the keyboard. */
  onPoint?: (point: ChartPoint) => void
}

const STACKED: readonly Look[] = ['solid', 'second', 'third', 'fourth', 'open']

export const isStacked = ({ look }: ChartLine): boolean => STACKED.includes(look)
export const lineOf = ({ lines }: ChartDocument, look: Look): ChartLine | undefined =>
  lines.find((line) => line.look === look)
/** Bars and ranges are horizontal, each with its name above; all other kinds are vertical. */
export const isLying = ({ kind }: ChartDocument): boolean => kind === 'bars' || kind === 'ranges'

type Kind = keyof typeof MEASURE_KINDS
const kindOf = (measure: string) => MEASURE_KINDS[measure as Kind] ?? MEASURE_KINDS.count

/** A row of the drawing: `values[i]` is that of the i-th line in units that people read, `band` its range. */
export interface Datum {
  at: number
  index: number
  values: (number | null)[]
  band: [number, number] | null
}

export function dataOf(chart: ChartDocument): Datum[] {
  const { parts } = kindOf(chart.measure)
  const inUnits = (value: number | null | undefined) => (value == null ? null : value / parts)
  const [low, high] = [lineOf(chart, 'low'), lineOf(chart, 'high')]
  const end = ticksOf(chart).at(-1) ?? 0
  return chart.points.map(({ at }, index) => {
    const from = inUnits(low?.values[index])
    return {
      at,
      index,
      values: chart.lines.map(({ values }) => inUnits(values[index])),
      band: from === null ? null : [from, inUnits(high?.values[index]) ?? end],
    }
  })
}

/** Round numbers over all values; counts have no parts, so that no two ticks read alike. */
export function ticksOf(chart: ChartDocument): number[] {
  const { parts, decimals } = kindOf(chart.measure)
  const known = (line: ChartLine) => line.values.map((value) => (value ?? 0) / parts)
  const isSummed = chart.kind !== 'lines'
  const sums = chart.points.map((_, index) =>
    chart.lines.reduce(
      (sum, line) => sum + (isSummed && isStacked(line) ? (line.values[index] ?? 0) / parts : 0),
      0,
    ),
  )
  const others = chart.lines.filter((line) => !(isSummed && isStacked(line)))
  const all = [...sums, ...others.flatMap(known)]
  const least = decimals === 0 ? 4 : 0.01
  const low = chart.is_from_zero ? Math.min(0, ...all) : Math.min(...rangeValues(chart, parts))
  const ticks = roundTicks(low, Math.max(low + least, ...all))
  const isWhole = decimals > 0 || ticks.every(Number.isInteger)
  return isWhole ? ticks : roundTicks(low, Math.max(low + least, ...all), 2)
}

const rangeValues = ({ lines }: ChartDocument, parts: number): number[] =>
  lines.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [value / parts])))

const TICKS = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 6 })
const MILLIONS = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })

/** A tick: „12.346 €“, „1,25 Mio. €“. */
export function axisWords(measure: string, value: number): string {
  const { unit } = kindOf(measure)
  const isLarge = Math.abs(value) >= 1_000_000
  const number = isLarge ? MILLIONS.format(value / 1_000_000) : TICKS.format(value)
  return [number, isLarge ? 'Mio.' : '', unit].filter(Boolean).join('\u00a0')
}

/** What a series is, in the words of a legend; areas and their limits with their last value. */
export function legendOf(chart: ChartDocument, words: (value: number) => string) {
  const isDivided = chart.kind === 'areas' && chart.lines.filter(isStacked).length > 1
  return chart.lines.flatMap((line) => {
    if (line.look === 'high') return []
    const isRange = line.look === 'low'
    const known = line.values.filter((value) => value !== null)
    const last = known.at(-1)
    return {
      look: line.look,
      isDot: line.look === 'mark' && (chart.kind === 'ranges' || known.length === 1),
      label: isRange && chart.kind === 'areas' ? BAND : line.label,
      value:
        isDivided && (isStacked(line) || line.look === 'line') && last != null ? words(last) : '',
    }
  })
}

const BAND = 'acht von zehn möglichen Verläufen'

const ROW = { wide: 48, narrow: 66 }
const HIGH = { columns: 190, lines: 280, areas: 260 }

/** How high the drawing is, in pixels: known before it comes, so that nothing moves. */
export const heightOf = (chart: ChartDocument, isNarrow: boolean): number =>
  isLying(chart)
    ? chart.points.length * (isNarrow ? ROW.narrow : ROW.wide) + 36
    : HIGH[chart.kind as keyof typeof HIGH]

interface PlainItem {
  name: string
  /** On the axis of columns. */
  axis?: string
  words?: string
  /** One a series. */
  values: (number | null)[]
  unfinished?: boolean
}

type Plain = Pick<ChartDocument, 'kind' | 'title' | 'measure'> & {
  lines: readonly Omit<ChartLine, 'values'>[]
  items: readonly PlainItem[]
}

/** A chart of figures that belong to no report. */
export const plainChart = ({ lines, items, ...chart }: Plain): ChartDocument => ({
  ...chart,
  choice: '',
  more: '',
  is_from_zero: true,
  points: items.map(({ name, axis = name, words = '', unfinished = false }, at) => ({
    name,
    axis,
    at,
    words,
    unfinished,
    row: null,
    first: null,
    last: null,
  })),
  lines: lines.map((line, index) => ({
    ...line,
    values: items.map(({ values }) => values[index] ?? null),
  })),
})
