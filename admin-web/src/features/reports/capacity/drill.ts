import { reservationsPath } from '@/lib/reservationsPath'
import type { LinkOf } from '../frame/tables/ReportTable'
import type { CapacityReport, DayRow, MixRow, MonthRow } from './report'

type Asked = CapacityReport['parameters']

/** The reservations of a park that came in on these days, as the list shows them to each role. */
export const madeBetween = (
  { park, from, to }: Asked,
  more: Record<string, unknown> = {},
): string => reservationsPath({ park, created_from: from, created_to: to, ...more })

/** From a day's new reservations to these. */
export const dayLinks =
  (asked: Asked): LinkOf<DayRow> =>
  (column, { day }) =>
    column === 'new' ? madeBetween({ ...asked, from: day, to: day }) : null

/** From those of a package and plan to these. */
export const mixLinks =
  (asked: Asked): LinkOf<MixRow> =>
  (column, row) =>
    column === 'new'
      ? madeBetween(asked, { annual_kwh: [row.package], payment_plan: row.plan })
      : null

/** From a month to its reservations; duplicates are among them there. */
export const monthLinks =
  (asked: Asked): LinkOf<MonthRow> =>
  (column, { month }) => {
    if (column !== 'reservations') return null
    const last = lastOfMonth(month)
    return madeBetween({ ...asked, from: month, to: last < asked.to ? last : asked.to })
  }

/** The last day of the month that begins on a day. */
export function lastOfMonth(first: string): string {
  const [year, month] = first.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0, 12)).toISOString().slice(0, 10)
}
