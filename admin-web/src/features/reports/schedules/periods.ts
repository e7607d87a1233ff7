import { type Period, type Preset, presetOf } from '../frame/parameters/periods'

/** Periods that move along with the day of sending, in the order they are offered; seen from that day. */
export const PERIODS: Readonly<Record<string, string>> = {
  yesterday: 'Der Tag davor',
  last_7_days: 'Die 7 Tage davor',
  last_30_days: 'Die 30 Tage davor',
  last_90_days: 'Die 90 Tage davor',
  last_week: 'Die Woche davor, Montag bis Sonntag',
  last_month: 'Der Monat davor',
  last_quarter: 'Das Quartal davor',
  last_ripe_quarter: 'Das letzte reife Quartal',
  last_12_months: 'Die 12 ganzen Monate davor',
  month_to_date: 'Der Monat bis zu diesem Tag',
  year_to_date: 'Das Jahr bis zu diesem Tag',
}

/** Where a report's page shows no period that moves. */
export const STANDARD_PERIOD = 'last_7_days'

const MOVING: Readonly<Record<Preset, string>> = {
  '7': 'last_7_days',
  '30': 'last_30_days',
  '90': 'last_90_days',
  month: 'month_to_date',
  last_month: 'last_month',
  last_quarter: 'last_quarter',
  ripe_quarter: 'last_ripe_quarter',
  year: 'year_to_date',
}

/** What moves along with a period of a report's page; `null` where it is two fixed days. */
export function movingPeriod(period: Period, today?: string): string | null {
  const preset = presetOf(period, today)
  return preset ? MOVING[preset] : null
}
