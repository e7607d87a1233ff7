import type { Schemas } from '@/api/operations'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { originFilters } from '@/features/reports/frame/parameters/origin'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { unripeSentence } from '@/features/reports/frame/tables/ripeness'

/** What one origin is credited with by each model, and what its contracts cost. */
export type OriginsRow = Schemas['ModelsOriginsRow']

/** What can be divided among origins, by the name of its table. */
export const MEASURES = {
  origins: { label: 'Reservierungen' },
  contracts: { label: 'Verträge' },
  kwh: { label: 'kWh im Jahr' },
  money: { label: 'Geld' },
} as const

export type Measure = keyof typeof MEASURES
export const measureOf = (name: string): Measure =>
  name in MEASURES ? (name as Measure) : 'origins'

/** What one origin is credited with of any measure. */
export type CreditedRow = Schemas['ModelsContractsRow'] &
  Partial<Pick<OriginsRow, 'fewest_by' | 'most_by'>>

/** „newsletter / email / november“, „spiegel.de“, „Direkt“. */
export function originName(row: CreditedRow): string {
  const tags = [row.utm_source, row.utm_medium, row.utm_campaign]
  if (tags.some(Boolean)) return tags.map((tag) => tag || '–').join(' / ')
  return row.referrer_host || formatCell('channel', row.channel)
}

/** The reservations with this origin anywhere on their way: models divide each among all origins of its way. */
export function reservationsVia(
  parameters: Parameters,
  row: CreditedRow,
  outcome: 'any' | 'contracted',
): string | null {
  const anywhere = { ...parameters, own: { ...parameters.own, match: 'any' } }
  return reservationsBehind(anywhere, originFilters(row), outcome)
}

/** What a contract of a campaign cost: by the model that credits most, by the one that credits fewest. */
export interface CostRange {
  name: string
  row: OriginsRow
  /** Cents; `null`: the model credits no contract at all, so no price is high enough. */
  chosen: number | null
  least: number | null
  most: number | null
  spent: number
}

/** Campaigns that cost something on days old enough, the cheapest contract first, those without any last. */
export const costRanges = (rows: readonly OriginsRow[]): CostRange[] =>
  rows
    .flatMap((row) => {
      const spent = row.ripe_cost_cents
      if (!spent) return []
      return [
        {
          name: originName(row),
          row,
          chosen: row.cost_per_contract,
          least: row.least_cost_per_contract,
          most: row.most_cost_per_contract,
          spent,
        },
      ]
    })
    .sort((one, other) => (one.least ?? Infinity) - (other.least ?? Infinity))

/** „304,00 € bis 487,00 €“, „ab 304,00 €, in einem Modell kein Vertrag“, „kein Vertrag für 1.460,17 €“. */
export function costWords({ least, most, spent }: CostRange): string {
  if (least === null) return `in keinem Modell ein Vertrag für ${formatCell('cents', spent)}`
  if (most === null)
    return `ab ${formatCell('cents', least)}, nicht jedes Modell rechnet einen Vertrag zu`
  if (least === most) return `${formatCell('cents', least)} in jedem Modell`
  return `${formatCell('cents', least)} bis ${formatCell('cents', most)}`
}

/**
 * What contracts cost, first of all where money brought none; never which budget to move. The cheapest is named where
 * it is that in every model.
 */
export function costSentence(ranges: readonly CostRange[], ripeOn: string | null): string {
  if (ripeOn) return `${unripeSentence(ripeOn)}`
  const [cheapest] = ranges
  if (!cheapest) return 'Für die Tage, die alt genug sind, sind keine Kosten eingetragen.'
  const without = ranges.filter(({ least }) => least === null)
  const wasted = without.reduce((sum, { spent }) => sum + spent, 0)
  const none =
    wasted > 0 ? `Für ${formatCell('cents', wasted)} gab es in keinem Modell einen Vertrag. ` : ''
  if (cheapest.least === null) return none.trim()
  const others = ranges.slice(1).filter(({ least }) => least !== null)
  if (others.length === 0)
    return `${none}Ein Vertrag über ${cheapest.name} kostete ${costWords(cheapest)}.`
  if (cheapest.most === null || (others[0]?.least ?? Infinity) <= cheapest.most)
    return `${none}Wo ein Vertrag am wenigsten kostete, hängt vom Modell ab.`
  return `${none}Am wenigsten kostete ein Vertrag über ${cheapest.name}: ${costWords(cheapest)}.`
}
