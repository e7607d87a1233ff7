import type { ReportOf, Row } from '../document'
import { formatCell } from '../kinds'
import { MODELS } from '../words'

/** In the order they are shown. */
export const MODEL_NAMES = Object.keys(MODELS)

/** What one origin is credited with by each model, and what of the budget would be its. */
export interface OriginsRow extends Row {
  channel: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  referrer_host: string
  fewest_ppm: number
  fewest_by: string
  most_ppm: number
  most_by: string
  budget_cents: number | null
  least_budget_cents: number | null
  most_budget_cents: number | null
}

export type ModelsReport = ReportOf<{ origins: OriginsRow; totals: Row }>

/** More than this are read in the table. */
export const MOST_ORIGINS = 15

/** „newsletter / email / november“, „spiegel.de“, „Direkt“. */
export function originName(row: OriginsRow): string {
  const tags = [row.utm_source, row.utm_medium, row.utm_campaign]
  if (tags.some(Boolean)) return tags.map((tag) => tag || '–').join(' / ')
  return row.referrer_host || formatCell('channel', row.channel)
}

/** Millionths of reservations that a model credits an origin with. */
export const creditOf = (row: OriginsRow, model: string): number => Number(row[`${model}_ppm`] ?? 0)

/** „mindestens 3,50 (Erster Kontakt), höchstens 9,00 (Letzter Kontakt)“. */
export function rangeWords(row: OriginsRow): string {
  if (row.fewest_ppm === row.most_ppm) return `in jedem Modell ${formatCell('ppm', row.most_ppm)}`
  const fewest = `${formatCell('ppm', row.fewest_ppm)} (${formatCell('model', row.fewest_by)})`
  return `${fewest} bis ${formatCell('ppm', row.most_ppm)} (${formatCell('model', row.most_by)})`
}

export interface BudgetShift {
  name: string
  budget: number
  /** At most this would be taken away, at most that would come: cents, 0 or less and 0 or more. */
  loss: number
  gain: number
}

/** Campaigns whose share of the budget depends on the model, those that move most first. */
export const budgetShifts = (rows: readonly OriginsRow[]): BudgetShift[] =>
  rows
    .flatMap((row) => {
      const { budget_cents: budget, least_budget_cents: least, most_budget_cents: most } = row
      if (budget === null || least === null || most === null) return []
      return [{ name: originName(row), budget, loss: least - budget, gain: most - budget }]
    })
    .filter(({ loss, gain }) => loss !== 0 || gain !== 0)
    .sort((one, other) => other.gain - other.loss - (one.gain - one.loss))

/** Who could gain most and who could lose most under another model. */
export function shiftWords(shifts: readonly BudgetShift[], model: string): string {
  if (shifts.length === 0)
    return 'Das Budget verteilt sich in allen Modellen gleich, oder es sind keine Kosten eingetragen.'
  const winner = shifts.reduce((most, one) => (one.gain > most.gain ? one : most))
  const loser = shifts.reduce((most, one) => (one.loss < most.loss ? one : most))
  const from = `Gegenüber „${formatCell('model', model)}“`
  const gains = `${winner.name} höchstens ${formatCell('cents', winner.gain)} mehr`
  const losses = `${loser.name} höchstens ${formatCell('cents', -loser.loss)} weniger`
  if (loser.loss === 0) return `${from} bekäme nach einem anderen Modell ${gains}.`
  if (winner.gain === 0) return `${from} bekäme nach einem anderen Modell ${losses}.`
  return `${from} bekäme nach einem anderen Modell ${gains} und ${losses}.`
}
