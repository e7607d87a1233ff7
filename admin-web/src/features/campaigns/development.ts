import type { Schemas } from '@/api/operations'
import { daysIn, daysOf } from '@/lib/days'
import { counted, formatDay, formatMoney } from '@/lib/format'

export type CampaignDay = Schemas['CampaignDayOut']

/** What became of a campaign day by day; days without anything may be missing. */
export type CampaignDays = Schemas['CampaignDaysOut']

/** A column of the chart: one day, or seven where the period is long. */
export interface Bucket extends CampaignDay {
  /** The last day in it. */
  last: string
}

const MOST_COLUMNS = 62
const MEASURES = ['visitors', 'sessions', 'reservations', 'cents'] as const

/** Every day of the period, or every seven days where there are too many to be told apart. */
export function buckets(days: readonly CampaignDay[], from: string, to: string): Bucket[] {
  const known = new Map(days.map((day) => [day.day, day]))
  const width = daysIn(from, to) > MOST_COLUMNS ? 7 : 1
  const all = daysOf(from, to)
  const result: Bucket[] = []
  for (let first = 0; first < all.length; first += width) {
    const within = all.slice(first, first + width)
    result.push({
      day: within[0] ?? from,
      last: within.at(-1) ?? to,
      ...summed(within.flatMap((day) => known.get(day) ?? [])),
    })
  }
  return result
}

/** Visitors are counted again each day, so that their sum is one of visitor-days. */
export function summed(days: readonly CampaignDay[]): Omit<CampaignDay, 'day'> {
  const sum = { visitors: 0, sessions: 0, reservations: 0, cents: 0 }
  for (const day of days) for (const measure of MEASURES) sum[measure] += day[measure]
  return sum
}

export const isWeekly = (columns: readonly Bucket[]): boolean =>
  columns.some(({ day, last }) => day !== last)

/** „12.11.2026“, or „12.11.2026 bis 18.11.2026“. */
export const bucketName = ({ day, last }: Pick<Bucket, 'day' | 'last'>): string =>
  day === last ? formatDay(day) : `${formatDay(day)} bis ${formatDay(last)}`

/** What the chart says, in one sentence. */
export function developmentWords(days: readonly CampaignDay[], from: string, to: string): string {
  const sum = summed(days)
  const period = `Vom ${formatDay(from)} bis ${formatDay(to)}`
  if (sum.visitors + sum.reservations + sum.cents === 0)
    return `${period} gab es weder Besucher noch Reservierungen noch Kosten.`
  const figures = [
    counted(sum.visitors, 'ein Besucher', 'Besucher'),
    counted(sum.reservations, 'eine Reservierung', 'Reservierungen'),
  ]
  const best = days.reduce((most, day) => (day.visitors > most.visitors ? day : most))
  const peak = best.visitors > 0 && days.length > 1 ? `; am meisten los war am ${peakOf(best)}` : ''
  return `${period}: ${figures.join(', ')} und ${formatMoney(sum.cents)} Kosten${peak}.`
}

const peakOf = ({ day, visitors }: CampaignDay): string =>
  `${formatDay(day)} mit ${counted(visitors, 'einem Besucher', 'Besuchern')}`

/** Cents a reservation; `null` where there is none to divide by. */
export const costEach = ({ cents, reservations }: Omit<CampaignDay, 'day'>): number | null =>
  reservations > 0 ? Math.round(cents / reservations) : null
