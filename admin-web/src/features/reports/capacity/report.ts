import type { Schemas } from '@/api/operations'
import { formatDay, formatNumber } from '@/lib/format'
import { type SpotFigures, spotsWords } from '@/ui/park/capacity'
import type { Run, SpotState } from '@/ui/park/spotStates'
import type { ReportOf } from '../frame/document'

export type CapacityReport = ReportOf<'capacity'>
export type Totals = Schemas['CapacityTotalsRow']
export type DayRow = Schemas['CapacityDaysRow']
export type Forecast = Schemas['CapacityForecastRow']
export type CourseRow = Schemas['CapacityCourseRow']
export type MixRow = Schemas['CapacityMixRow']
export type MonthRow = Schemas['CapacityCancellationsRow']

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
