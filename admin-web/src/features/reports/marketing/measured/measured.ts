import type { Schemas } from '@/api/operations'
import { formatCell } from '@/features/reports/frame/tables/kinds'

export type MeasuredEffect = Schemas['MeasuredEffectOut']
type OriginsRow = Schemas['ModelsOriginsRow']

const UNITS = {
  reservations: ['zusätzliche Reservierung', 'zusätzliche Reservierungen'],
  contracts: ['zusätzlicher Vertrag', 'zusätzliche Verträge'],
  form_starts: ['zusätzliches Formular', 'zusätzliche Formulare'],
} as const

/** What was found. A difference smaller than was looked for says nothing of whether the campaign is worth its costs. */
export function verdictWords({ verdict }: MeasuredEffect): string {
  if (verdict === 'better') return 'Die Kampagne wirkt.'
  if (verdict === 'worse') return 'Mit der Kampagne war es weniger.'
  return 'Zu klein, um es zu sagen.'
}

/** „+24 zusätzliche Reservierungen, mindestens −3, höchstens +51“: what would not have been without the campaign. */
export function extraWords(effect: MeasuredEffect): string {
  const [, many] = UNITS[effect.measure]
  return `${signed(effect.extra)} ${many}, mindestens ${signed(effect.extra_lower)}, höchstens ${signed(effect.extra_upper)}`
}

/** „132,10 € je zusätzlicher Reservierung …“; what brought nothing has no price. */
export function priceWords(effect: MeasuredEffect): string {
  if (effect.cost_cents === 0) return 'keine Kosten eingetragen'
  const { price_cents: price, least_price_cents: least, most_price_cents: most } = effect
  if (least === null) return `kein Preis: ${euros(effect.cost_cents)} brachten nichts dazu`
  const range =
    most === null ? `ab ${euros(least)}, nach oben offen` : `${euros(least)} bis ${euros(most)}`
  return price === null ? range : `${euros(price)} (${range})`
}

/** What a reservation cost by the six models in the same days, from the one that credits most to the one that credits fewest. */
export function modelWords(effect: MeasuredEffect, rows: readonly OriginsRow[]): string {
  const row = rows.find(
    ({ utm_source, utm_medium, utm_campaign }) =>
      utm_source === effect.utm_source &&
      utm_medium === effect.utm_medium &&
      utm_campaign === effect.utm_campaign,
  )
  if (!row) return 'rechnen der Kampagne nichts zu'
  const isContracts = effect.measure === 'contracts'
  const fewest = isContracts ? row.fewest_ripe_contracts_ppm : row.fewest_ppm
  const most = isContracts ? row.most_ripe_contracts_ppm : row.most_ppm
  if (!most) return 'rechnen der Kampagne nichts zu'
  const credited = `${formatCell('ppm', fewest)} bis ${formatCell('ppm', most)}`
  if (effect.cost_cents === 0) return credited
  const least = euros(perPiece(effect.cost_cents, most))
  return fewest
    ? `${credited}, also ${least} bis ${euros(perPiece(effect.cost_cents, fewest))}`
    : `${credited}, also ab ${least}`
}

const perPiece = (cents: number, ppm: number): number => Math.round((cents * 1_000_000) / ppm)
const euros = (cents: number): string => formatCell('cents', cents)

const signed = (count: number | null): string => {
  if (count === null) return 'offen'
  const whole = Math.round(count)
  return `${whole > 0 ? '+' : whole < 0 ? '−' : '±'}${formatCell('count', Math.abs(whole))}`
}
