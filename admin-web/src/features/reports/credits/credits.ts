import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import type { ReportOf, TableDocument } from '../frame/document'

/** A row whose columns of these names always have a value, although their kind need not. */
type Known<T, K extends keyof T> = Omit<T, K> & { [key in K]: NonNullable<T[key]> }

export type Totals = Schemas['CreditsTotalsRow']
export type Scenario = Known<Schemas['CreditsScenariosRow'], 'rate_milli_ct' | 'paid_milli_ct'>
export type Month = Known<Schemas['CreditsMonthsRow'], 'credit_so_far_cents' | 'net_so_far_cents'>
export type PackageRow = Schemas['CreditsPackagesRow']
export type GapYear = Schemas['CreditsGapRow']
export type GapPoint = Known<Schemas['CreditsGapCurveRow'], 'profit_milli_ct'>
export type Factor = Schemas['CreditsTornadoRow']
export type Statement = Schemas['CreditsHouseholdsRow']

/** The report whose columns are known where the document says that a kind of column may be empty. */
export type CreditReport = Omit<ReportOf<'credits'>, 'tables'> & {
  tables: Omit<ReportOf<'credits'>['tables'], 'scenarios' | 'months' | 'gap_curve'> & {
    scenarios: TableDocument<Scenario>
    months: TableDocument<Month>
    gap_curve: TableDocument<GapPoint>
  }
}

/** How a scenario is drawn: a shape and a dash of its own, so that colour is not needed. */
export const SCENARIO_LOOKS: Readonly<Record<string, string>> = {
  Konservativ: 'conservative',
  Realistisch: 'realistic',
  Optimistisch: 'optimistic',
  'Freier Satz': 'free',
}

/** The scenario that pictures begin with. */
export const FIRST_SCENARIO = 'Realistisch'

/** Scenarios by name, in their order. */
export const scenarioNames = (rows: readonly { scenario: string }[]): string[] => [
  ...new Set(rows.map(({ scenario }) => scenario)),
]

/** Money at a glance: „12.346 €“, „1,25 Mio. €“. */
export function shortMoney(cents: number): string {
  const euros = Math.round(cents / 100)
  if (Math.abs(euros) < 1_000_000) return `${formatNumber(euros)}\u00a0€`
  return `${formatNumber(Math.round(euros / 10_000) / 100)}\u00a0Mio.\u00a0€`
}

/** Thousandths of a cent: `6500` → „6,5 Cent“. */
export const centWords = (milli: number): string => `${formatNumber(milli / 1000)}\u00a0Cent`

/** Tenths of a year: `135` → „13,5 Jahre“. */
export const yearWords = (tenths: number): string =>
  `${(tenths / 10).toLocaleString('de-DE', { minimumFractionDigits: 1 })}\u00a0Jahre`

/**
 * When shares are covered: „gedeckt nach 13,0 bis 15,0 Jahren“. `null`: not in the time computed;
 * `undefined`: the run was kept before reports said so.
 */
export function coveredWords(from: number | null | undefined, to: number | null): string {
  if (from === undefined) return ''
  if (from === null) return 'in dieser Zeit nicht gedeckt'
  if (to === null) return `teils gedeckt, ab ${yearWords(from)}n`
  if (from === to) return `gedeckt nach ${yearWords(to)}n`
  return `gedeckt nach ${yearWords(from).replace('\u00a0Jahre', '')} bis ${yearWords(to)}n`
}

export interface FlowColumn {
  /** The first month of the column. */
  month: string
  credit: number
  gap: number
  /** Up to the end of the column. */
  paidSoFar: number
  creditSoFar: number
}

/** One scenario's months as columns of `each` months. */
export function flowColumns(
  rows: readonly Month[],
  scenario: string,
  each: number,
): readonly FlowColumn[] {
  const months = rows.filter((row) => row.scenario === scenario)
  const columns: FlowColumn[] = []
  for (let start = 0; start < months.length; start += each) {
    const part = months.slice(start, start + each)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last) continue
    columns.push({
      month: first.month,
      credit: part.reduce((sum, { credit_cents }) => sum + credit_cents, 0),
      gap: part.reduce((sum, { gap_cents }) => sum + gap_cents, 0),
      paidSoFar: last.net_so_far_cents + last.credit_so_far_cents,
      creditSoFar: last.credit_so_far_cents,
    })
  }
  return columns
}

const monthName = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric' })
const shortMonthName = new Intl.DateTimeFormat('de-DE', { month: 'short' })
const noon = (month: string) => new Date(`${month.slice(0, 7)}-15T12:00:00`)

/** `2027-04-01` → „April 2027“. */
export const monthWords = (month: string): string => monthName.format(noon(month))

/** `2027-04-01` → „Apr“. */
export const shortMonth = (month: string): string =>
  shortMonthName.format(noon(month)).replace('.', '').slice(0, 3)
