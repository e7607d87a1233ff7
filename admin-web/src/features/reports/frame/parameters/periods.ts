import { daysBefore, daysIn } from '@/lib/days'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { firstOfMonth, firstOfQuarter, monthsBefore, weekdayOf } from './calendar'

/** Both days belong to it. */
export interface Period {
  from: string
  to: string
}

/** Periods of whole days that are over. Schedules know them by the same names. */
export const FINISHED = {
  yesterday: 'Gestern',
  last_week: 'Letzte Woche',
  last_7_days: 'Letzte 7 ganze Tage',
  last_30_days: 'Letzte 30 ganze Tage',
  last_90_days: 'Letzte 90 ganze Tage',
  last_month: 'Letzter Monat',
  last_quarter: 'Letztes Quartal',
  last_ripe_quarter: 'Letztes reifes Quartal',
  last_year: 'Letztes Jahr',
  last_12_months: 'Letzte 12 ganze Monate',
} as const

/** Calendar periods that still run, up to and including today. Schedules know them by the same names. */
export const RUNNING = {
  month_to_date: 'Dieser Monat',
  quarter_to_date: 'Dieses Quartal',
  year_to_date: 'Dieses Jahr',
} as const

/** With today, which is not over. Schedules send the whole days before instead. */
export const UNTIL_TODAY = {
  '7': '7 Tage bis heute',
  '30': '30 Tage bis heute',
  '90': '90 Tage bis heute',
} as const

export const PRESETS = { ...UNTIL_TODAY, ...RUNNING, ...FINISHED } as const

export type Preset = keyof typeof PRESETS

/** In the order in which one period that is several of them is named. */
const NAMES = Object.keys(PRESETS) as Preset[]

/** What a report shows where the address names no period. */
export const STANDARD_PRESET: Preset = '90'

/** How many days contracts take at least; the server knows of each report what is ripe. */
const RIPENING = 42

export function periodOf(preset: Preset, today: string = berlinDay()): Period {
  const yesterday = daysBefore(today, 1)
  const month = firstOfMonth(today)
  const quarter = firstOfQuarter(today)
  const year = `${today.slice(0, 4)}-01-01`
  const upTo = (first: string, months: number): Period => ({
    from: monthsBefore(first, months),
    to: daysBefore(first, 1),
  })
  const sunday = daysBefore(today, weekdayOf(today))
  const found: Partial<Record<Preset, Period>> = {
    month_to_date: { from: month, to: today },
    quarter_to_date: { from: quarter, to: today },
    year_to_date: { from: year, to: today },
    yesterday: { from: yesterday, to: yesterday },
    last_week: { from: daysBefore(sunday, 6), to: sunday },
    last_7_days: { from: daysBefore(today, 7), to: yesterday },
    last_30_days: { from: daysBefore(today, 30), to: yesterday },
    last_90_days: { from: daysBefore(today, 90), to: yesterday },
    last_month: upTo(month, 1),
    last_quarter: upTo(quarter, 3),
    last_ripe_quarter: upTo(firstOfQuarter(daysBefore(today, RIPENING - 1)), 3),
    last_year: upTo(year, 12),
    last_12_months: upTo(month, 12),
  }
  return found[preset] ?? { from: daysBefore(today, Number(preset) - 1), to: today }
}

/** Every preset a period is: on the first of January this month is this year, too. */
export const presetsOf = ({ from, to }: Period, today: string = berlinDay()): Preset[] =>
  NAMES.filter((name) => {
    const period = periodOf(name, today)
    return period.from === from && period.to === to
  })

/** The first preset a period is, if it is one. */
export const presetOf = (period: Period, today: string = berlinDay()): Preset | null =>
  presetsOf(period, today)[0] ?? null

export const COMPARISONS = {
  none: 'ohne Vergleich',
  previous: 'Zeitraum davor',
  weekdays: 'gleiche Wochentage davor',
  year: 'Vorjahr',
  own: 'eigener Zeitraum',
} as const

export type Comparison = keyof typeof COMPARISONS

/** What a mark of the period compared with is called: its name, whatever the address says. */
export const comparisonWords = (compare: unknown): string =>
  COMPARISONS[String(compare) in COMPARISONS ? (String(compare) as Comparison) : 'previous']

/** „24.08.2026 bis 21.11.2026“, or one day. */
export const periodWords = ({ from, to }: Period): string =>
  from === to ? formatDay(from) : `${formatDay(from)} bis ${formatDay(to)}`

/** How many days a period has. */
export const lengthOf = ({ from, to }: Period): number => daysIn(from, to)
