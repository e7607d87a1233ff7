import { formatDay, formatNumber } from '@/lib/format'
import { type SpotFigures, spotsWords } from '@/ui/park/capacity'
import type { Run, SpotState } from '@/ui/park/spotStates'
import type { ReportOf, Row } from '../frame/document'

export type CapacityReport = ReportOf<{
  totals: Totals
  days: DayRow
  forecast: Forecast
  course: CourseRow
  mix: MixRow
  cancellations: MonthRow
}>

export interface Totals extends Row {
  day: string
  spot_limit: number
  occupied: number
  occupied_share: number | null
  taken: number
  blocked: number
  /** Spots held, as after a cancellation; `null` where the period ends earlier than today. */
  held: number | null
  free: number
  taken_kwh: number
  mean_kwh: number | null
  new: number
  given_up: number
  returned: number
}

export interface DayRow extends Row {
  day: string
  spot_limit: number
  taken: number
  reserved: number
  invited: number
  contracted: number
  active: number
  blocked: number
  taken_kwh: number
  new: number
  given_up: number
  returned: number
}

export interface Forecast extends Row {
  day: string
  taken: number
  full_at: number
  room: number
  net_per_week: number | null
  measured_until: string | null
  full_since: string | null
  early_day: string | null
  likely_day: string | null
  late_day: string | null
}

export interface CourseRow extends Row {
  day: string
  lower: number
  likely: number
  upper: number
  full_at: number
}

export interface MixRow extends Row {
  /** kWh a year. */
  package: number
  plan: string
  taken: number
  taken_share: number | null
  taken_kwh: number
  new: number
  new_share: number | null
}

export interface MonthRow extends Row {
  month: string
  reservations: number
  cancelled: number
  expired: number
  withdrawn: number
  given_up: number
  rate: number | null
  is_judged: boolean
}

/** The states a taken spot can be in, the farthest first: they stand at the bottom. */
export const TAKEN = ['active', 'contracted', 'invited', 'reserved'] as const
export type TakenState = (typeof TAKEN)[number]

/** How the field draws a held spot, whatever it is held for: the report does not tell these apart. */
export const HELD: SpotState = 'undo'

/**
 * The spots of a day as runs: by state, not by number. What is not given stands last; `held` of it wait
 * for an answer and are not free.
 */
export function runsOf(day: DayRow, held = 0): Run[] {
  const { blocked, spot_limit, taken } = day
  const counts: [SpotState, number][] = [
    ...TAKEN.map((state): [SpotState, number] => [state, day[state]]),
    [HELD, held],
    ['free', Math.max(0, spot_limit - taken - blocked - held)],
    ['blocked', blocked],
  ]
  const runs: Run[] = []
  let first = 1
  for (const [state, count] of counts) {
    if (count > 0) runs.push({ state, first, last: first + count - 1 })
    first += count
  }
  return runs
}

const STAGES: Record<TakenState, string> = {
  active: 'aktiv',
  contracted: 'unter Vertrag',
  invited: 'eingeladen',
  reserved: 'noch nicht eingeladen',
}

/** The figures of a day as the sentence has them. What is beyond the limit was reserved last. */
export function spotFigures(
  { spot_limit, blocked }: Pick<DayRow, 'spot_limit' | 'blocked'>,
  taken: number,
  held: number,
): SpotFigures {
  const overbooked = Math.max(0, taken + held + blocked - spot_limit)
  return { limit: spot_limit, reserved: taken - overbooked, held, blocked, overbooked }
}

/** „460 von 500 belegt: 456 reserviert, 4 gesperrt“ and who these are, for those who do not see the field. */
export function dayWords(day: DayRow, held = 0): string {
  const parts = TAKEN.filter((state) => day[state] > 0).map(
    (state) => `${formatNumber(day[state])} ${STAGES[state]}`,
  )
  const said = parts.length > 0 ? `; davon ${parts.join(', ')}` : ''
  return `${formatDay(day.day)}: ${spotsWords(spotFigures(day, day.taken, held))}${said}`
}

/** When a park will be full, in the fewest words, and what belongs to it. */
export function fullWords(forecast: Forecast | undefined): [words: string, more: string] {
  if (!forecast || forecast.full_at === 0) return ['–', 'keine Plätze']
  if (forecast.full_since) return ['voll', `seit ${formatDay(forecast.full_since)}`]
  if (forecast.net_per_week === null) return ['–', 'für eine Vorhersage noch zu früh']
  const { early_day: early, likely_day: likely, late_day: late } = forecast
  if (!likely || !early) return ['nicht absehbar', `${formatNumber(forecast.room)} noch frei`]
  return [
    formatDay(likely),
    late ? `zwischen ${formatDay(early)} und ${formatDay(late)}` : `frühestens ${formatDay(early)}`,
  ]
}
