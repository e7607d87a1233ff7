import type { DayRow, Forecast } from '@/features/reports/capacity/report'

/** A day of a park of ten spots; taken is what its states come to. */
export function dayRow(day: string, known: Partial<DayRow> = {}): DayRow {
  const row = {
    day,
    spot_limit: 10,
    reserved: 0,
    invited: 0,
    contracted: 0,
    active: 0,
    blocked: 0,
    taken_kwh: 0,
    new: 0,
    given_up: 0,
    returned: 0,
    ...known,
  }
  return { ...row, taken: row.reserved + row.invited + row.contracted + row.active }
}

export const forecastRow = (known: Partial<Forecast> = {}): Forecast => ({
  day: '2026-08-31',
  taken: 377,
  full_at: 496,
  room: 119,
  net_per_week: 7_875_000,
  measured_until: '2026-08-31',
  full_since: null,
  early_day: '2026-11-12',
  likely_day: '2026-12-15',
  late_day: '2027-03-06',
  is_known_long_enough: true,
  is_limited_by_kwh: false,
  ...known,
})
