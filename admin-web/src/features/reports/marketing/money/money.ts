import type { Schemas } from '@/api/operations'
import type { OriginRow } from '@/features/reports/frame/parameters/origin'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { counted } from '@/lib/format'
import type { Shape } from '@/lib/states'

export type Totals = Schemas['MoneyTotalsRow']
export type MoneyRow = Schemas['MoneyCampaignsRow']
export type ComparedRow = Schemas['MoneyComparedRow']

/** What of an origin stands beside the other period; none of any while one of both is not ripe as a whole. */
export type Compared = ReadonlyMap<string, ComparedRow>

export const comparedBy = (rows: readonly ComparedRow[]): Compared =>
  new Map(rows.map((row) => [originKey(row), row]))

/** One of each origin. */
export const originKey = (row: OriginRow): string =>
  [row.channel, row.utm_source, row.utm_medium, row.utm_campaign, row.referrer_host].join('\n')

/** The mark of each verdict, in the order of the rows; the words come from the report. */
export const SHAPES = {
  worth: 'done',
  open: 'undecided',
  no_target: 'undecided',
  not_worth: 'diagonal',
  young: 'dashed',
  no_costs: 'dashed',
} satisfies Record<string, Shape>

export type Verdict = keyof typeof SHAPES

export const verdictOf = (row: MoneyRow): Verdict =>
  row.verdict in SHAPES ? (row.verdict as Verdict) : 'open'

/** Rows that cost money, those too young to judge too. */
export const paid = (rows: readonly MoneyRow[]): MoneyRow[] =>
  rows.filter((row) => verdictOf(row) !== 'no_costs')

/** Origins that cost nothing we know of, those with most contracts first. */
export const free = (rows: readonly MoneyRow[]): MoneyRow[] =>
  rows
    .filter((row) => verdictOf(row) === 'no_costs' && row.most_ppm > 0)
    .sort((one, other) => other.contracts_ppm - one.contracts_ppm)

const MILLION = 1_000_000

/** Contracts as people read them: whole ones without decimals, parts with one. */
export function contractsWords(ppm: number): string {
  const tenths = Math.round(ppm / (MILLION / 10))
  return tenths % 10 === 0
    ? formatCell('count', tenths / 10)
    : (tenths / 10).toLocaleString('de-DE', { minimumFractionDigits: 1 })
}

/** „12 bis 18“, or one number where all models agree. */
export function contractRange({ fewest_ppm, most_ppm }: MoneyRow): string {
  const [fewest, most] = [contractsWords(fewest_ppm), contractsWords(most_ppm)]
  return fewest === most ? most : `${fewest} bis ${most}`
}

/** Whole euro: cents would promise more than the interval keeps. */
export const wholeEuros = (cents: number): string =>
  `${formatCell('count', Math.round(cents / 100))}\u00a0€`

/** „16 bis 52 €“, „mindestens 634 €“. */
export function intervalWords({ least_cents, most_cents }: MoneyRow): string {
  if (least_cents === null) return ''
  if (most_cents === null) return `mindestens ${wholeEuros(least_cents)}`
  return `${formatCell('count', Math.round(least_cents / 100))} bis ${wholeEuros(most_cents)}`
}

/** „23 €“; „kein Vertrag“ where no model credits any, „–“ where only the chosen one credits none. */
export function priceWords(row: MoneyRow): string {
  if (row.cost_per_contract !== null) return wholeEuros(row.cost_per_contract)
  return row.most_ppm === 0 ? 'kein Vertrag' : '–'
}

/** Why the verdict is what it is, or what is missing for one. */
export function verdictReason(row: MoneyRow, ripeDays: number | null): string {
  switch (verdictOf(row)) {
    case 'worth':
    case 'not_worth':
      return row.most_ppm === 0 ? `kein Vertrag, ${visits(row.visits)}` : modelsWords(row)
    case 'open':
      return missingWords(row)
    case 'no_target':
      return 'erst ein Ziel lässt urteilen'
    case 'young':
      return ripeDays === null ? 'Verträge brauchen Wochen' : `Verträge brauchen ${ripeDays} Tage`
    case 'no_costs':
      return ''
  }
}

function modelsWords({ models_within }: MoneyRow): string {
  if (models_within === 6) return 'in allen sechs Modellen'
  return models_within
    ? `in ${models_within} von sechs Modellen im Ziel`
    : 'in keinem Modell im Ziel'
}

const visits = (count: number): string =>
  count === 1 ? 'ein Besuch' : `${formatCell('count', count)} Besuche`

/** „erst nach rund 110 weiteren“, „erst nach weiteren 74 € ohne Vertrag“, or that waiting does not help. */
function missingWords({ more_contracts, more_cents }: MoneyRow): string {
  if (more_cents !== null) return `erst nach weiteren ${wholeEuros(more_cents)} ohne Vertrag`
  if (more_contracts === null) return 'die Modelle sind sich uneins'
  if (more_contracts > 1000) return 'erst nach mehr als 1.000 weiteren'
  return `erst nach ${more_contracts < 10 ? '' : 'rund '}${roughly(more_contracts)} weiteren`
}

/** Two digits are all that such an estimate knows. */
export function roughly(count: number): string {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(count, 1))) - 1)
  return formatCell('count', Math.ceil(count / power) * power)
}

/** „gut ein Jahr“, „sieben Wochen“: how long the same course takes. */
export function daysWords(days: number): string {
  if (days < 14) return counted(days, 'ein Tag', 'Tage')
  if (days < 90) return `${Math.round(days / 7)} Wochen`
  if (days < 700) return `${Math.round(days / 30.4)} Monate`
  return `${(days / 365).toLocaleString('de-DE', { maximumFractionDigits: 1 })} Jahre`
}

/** The dearest that is not worth it: where to look first. */
export const worst = (rows: readonly MoneyRow[]): MoneyRow | undefined =>
  rows
    .filter((row) => verdictOf(row) === 'not_worth')
    .sort((one, other) => (other.cost_cents ?? 0) - (one.cost_cents ?? 0))[0]

/** The undecided row that decides soonest among those that ever do. */
export const nextKnown = (rows: readonly MoneyRow[]): MoneyRow | undefined =>
  rows
    .filter((row) => verdictOf(row) === 'open' && row.more_contracts !== null && row.most_ppm > 0)
    .sort((one, other) => (other.cost_cents ?? 0) - (one.cost_cents ?? 0))[0]
