import type { Schemas } from '@/api/operations'
import type { Row, TableDocument } from '@/features/reports/frame/document'
import { filterBy, reservationsBehind } from '@/features/reports/frame/parameters/drill'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import { formatCell } from '@/features/reports/frame/tables/kinds'

export type Totals = Schemas['ChangesTotalsRow']
export type CauseRow = Schemas['ChangesCausesRow']
export type OriginRow = Schemas['ChangesOriginsRow']

/** Effects are millionths of a reservation, a contract or a kWh. */
export const PPM = 1_000_000
/** Origins drawn; the table has them all. */
const MOST_BARS = 12

/** One line of the bridge: from one sum to the next. Of both ends `from` and `to` are the same. */
export interface Step {
  name: string
  from: number
  to: number
  words: string
  isSum: boolean
}

/** The comparison period, each cause that has an effect, and the period. */
export function bridgeOf(totals: Totals, causes: TableDocument<CauseRow>): Step[] {
  const kind = kindOf(causes, 'effect_ppm')
  const whole = kind === 'kwh_ppm' ? 'kwh' : 'count'
  const steps: Step[] = [sum('Im Vergleichszeitraum', totals.amount_before, whole)]
  let level = totals.amount_before * PPM
  for (const { cause, effect_ppm: effect } of causes.rows) {
    if (effect === 0) continue
    const name = formatCell('cause', cause)
    steps.push({
      name,
      from: level / PPM,
      to: (level + effect) / PPM,
      words: signedCell(kind, effect),
      isSum: false,
    })
    level += effect
  }
  return [...steps, sum('Im Zeitraum', totals.amount, whole)]
}

const sum = (name: string, amount: number, kind: string): Step => ({
  name,
  from: amount,
  to: amount,
  words: formatCell(kind, amount),
  isSum: true,
})

/** An origin's difference with what it consists of, the largest parts first. */
export interface OriginBar {
  name: string
  row: OriginRow
  difference: number
  words: string
  parts: string
}

const PARTS = [
  ['volume_ppm', 'Menge'],
  ['mix_ppm', 'Mischung'],
  ['rate_ppm', 'Quote'],
  ['each_ppm', 'je Reservierung'],
  ['unvisited_ppm', 'ohne Besuch'],
  ['ripeness_ppm', 'Reife'],
] as const

/** The origins that differ, in the order of the table. */
export function originsOf(table: TableDocument<OriginRow>, kind: string): OriginBar[] {
  const unit = kindOf(table, 'difference')
  return table.rows
    .filter(({ difference }) => difference !== 0)
    .slice(0, MOST_BARS)
    .map((row) => ({
      name: formatCell(kind, row.value),
      row,
      difference: row.difference,
      words: signedCell(unit, row.difference),
      parts: partsOf(row, unit),
    }))
}

/** „Quote −15,92, Menge −3,89“: the two largest parts. */
function partsOf(row: OriginRow, unit: string): string {
  const kind = unit === 'kwh' ? 'kwh_ppm' : 'ppm'
  return [...PARTS]
    .filter(([name]) => row[name] !== 0)
    .sort(([one], [other]) => Math.abs(row[other]) - Math.abs(row[one]))
    .slice(0, 2)
    .map(([name, word]) => `${word} ${signedCell(kind, row[name])}`)
    .join(', ')
}

/** Columns without a word to say: effects that are 0 in every row, and what only the files need. */
export function silentColumns(table: TableDocument<OriginRow>): string[] {
  const zero = PARTS.map(([name]) => name).filter((name) =>
    table.rows.every((row) => row[name] === 0),
  )
  return ['is_unvisited', 'reservations', ...zero]
}

/**
 * The reservations of an origin. Those without a visit are found by what they lack: their origin is
 * direct, and no page was visited.
 */
export function reservationsOf(
  parameters: Parameters,
  measure: string,
  field: string,
  row: Row,
): string {
  const filters =
    row.is_unvisited === true
      ? { channel: ['direct'], landing_path: [''] }
      : filterBy(field, row.value)
  return reservationsBehind(parameters, filters, measure === 'contracted' ? 'contracted' : 'any')
}

/** A value with a sign always: „+3“, „−15,92“. */
export function signedCell(kind: string, value: number): string {
  const words = formatCell(kind, Math.abs(value))
  if (value === 0) return words
  return `${value < 0 ? '−' : '+'}${words}`
}

const kindOf = (table: TableDocument<Row>, name: string): string =>
  table.columns.find((column) => column.name === name)?.kind ?? 'count'
