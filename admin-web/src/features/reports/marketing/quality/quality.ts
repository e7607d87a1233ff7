import type { Schemas } from '@/api/operations'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatNumber } from '@/lib/format'

export type QualityReport = Schemas['QualityReport']
export type CampaignRow = Schemas['QualityCampaignsRow']
export type CohortRow = Schemas['QualityCohortsRow']

/** What becomes of reservations. Confirmed addresses stay in the table: nobody is asked for one yet. */
export const OUTCOMES = {
  contracted: 'Vertrag',
  cancelled: 'Aufgegeben',
} as const

export type Outcome = keyof typeof OUTCOMES

/** The server's words for what can be said of an origin. */
export const JUDGED = 'beurteilbar'
export const TOO_YOUNG = 'zu jung'
/** From so many reservations that are old enough a share is told. */
export const LEAST = 10

/** A share with the range the true one is likely to lie in, all in millionths. */
export interface Range {
  share: number
  low: number
  high: number
  words: string
}

/** 95 of 100 ranges hold the true share: half as wide in standard deviations. */
const Z = 1.96

/**
 * The score interval of Wilson, which holds for few as well: 8 of 14 are 57 %, likely 33 to 79 %.
 * `share` in millionths of `whole`.
 */
export function rangeOf(share: number, whole: number): Range {
  const p = share / 1_000_000
  const middle = (p + Z ** 2 / (2 * whole)) / (1 + Z ** 2 / whole)
  const half =
    (Z * Math.sqrt((p * (1 - p)) / whole + Z ** 2 / (4 * whole ** 2))) / (1 + Z ** 2 / whole)
  const low = millionths(middle - half)
  const high = millionths(middle + half)
  const words = `${perCent(share)}\u00a0%, wohl ${perCent(low)} bis ${perCent(high)}\u00a0%`
  return { share, low, high, words }
}

const millionths = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * 1_000_000)
const perCent = (ppm: number): number => Math.round(ppm / 10_000)

/** The range of an outcome; `null` where the server says that it cannot be told. */
export function outcomeRange(row: CampaignRow, outcome: Outcome): Range | null {
  const share = row[`${outcome}_share`]
  return share === null || row.ripe === 0 ? null : rangeOf(share, row.ripe)
}

export const isJudged = ({ verdict }: CampaignRow): boolean => verdict === JUDGED

/** Why an origin is not judged: „zu jung“ with what is missing, or „zu wenige“. */
export function verdictWords({ verdict, reservations, ripe, ripe_days }: CampaignRow): string {
  if (verdict === TOO_YOUNG)
    return `zu jung: erst ${ripe} von ${reservations} sind ${ripe_days ?? '–'} Tage alt`
  return `zu wenige: ${reservations === 1 ? 'eine Reservierung' : `${formatNumber(reservations)} Reservierungen`}`
}

/** „seit 9 Tagen“, „seit 12 Wochen“, „seit 11 Monaten“; empty where no campaign is registered. */
export function ageWords(days: number | null): string {
  if (days === null) return ''
  if (days < 0) return 'noch nicht begonnen'
  if (days < 1) return 'seit heute'
  if (days < 21) return days === 1 ? 'seit gestern' : `seit ${days} Tagen`
  if (days < 120) return `seit ${Math.floor(days / 7)} Wochen`
  return days < 730
    ? `seit ${Math.floor(days / 30.44)} Monaten`
    : `seit ${Math.floor(days / 365.25)} Jahren`
}

/** „27 Reservierungen, 16 alt genug“. */
export function groundWords({ reservations, ripe }: CampaignRow): string {
  const all = reservations === 1 ? '1 Reservierung' : `${formatNumber(reservations)} Reservierungen`
  return ripe === reservations ? all : `${all}, ${formatNumber(ripe)} alt genug`
}

/** A week's reservations and what had become of them so many weeks later. */
export interface Cohort {
  week: string
  reservations: number
  cells: ReadonlyMap<number, CohortCell>
}

export interface CohortCell {
  /** Millionths. */
  share: number
  count: number
  words: string
}

/** Weeks as rows; later weeks have fewer cells, since what is not over yet is not there. */
export function cohortsOf(rows: readonly CohortRow[], outcome: Outcome): Cohort[] {
  const cohorts = new Map<string, Cohort & { cells: Map<number, CohortCell> }>()
  for (const row of rows) {
    const { week, weeks_since, reservations } = row
    const share = row[`${outcome}_share`]
    if (weeks_since === null || share === null) continue
    const cohort = cohorts.get(week) ?? { week, reservations, cells: new Map() }
    cohorts.set(week, cohort)
    const count = row[outcome]
    cohort.cells.set(weeks_since, { share, count, words: cellWords(share, count, reservations) })
  }
  return [...cohorts.values()]
}

/** Of few the number says more than a share. */
const cellWords = (share: number, count: number, reservations: number): string =>
  reservations < LEAST ? formatNumber(count) : `${perCent(share)}\u00a0%`

/** The columns that fit, the first and the last always among them. */
export function columnsOf(cohorts: readonly Cohort[], most: number): number[] {
  const all = [...new Set(cohorts.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b)
  if (all.length <= most) return all
  const places = Array.from({ length: most }, (_, index) =>
    Math.round((index * (all.length - 1)) / (most - 1)),
  )
  return places.flatMap((place) => all[place] ?? [])
}

/** „24.08.“ */
export const weekWords = (week: string): string => formatCell('day', week).slice(0, 6)
