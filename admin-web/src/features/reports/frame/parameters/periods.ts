import { daysBefore } from '@/lib/days'
import { formatDay } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'

/** Both days belong to it. */
export interface Period {
  from: string
  to: string
}

export const PRESETS = {
  '7': '7 Tage bis heute',
  '30': '30 Tage bis heute',
  '90': '90 Tage bis heute',
  month: 'Dieser Monat',
  last_month: 'Letzter Monat',
  last_quarter: 'Letztes Quartal',
  ripe_quarter: 'Letztes reifes Quartal',
  year: 'Dieses Jahr',
} as const

export type Preset = keyof typeof PRESETS

/** What a report shows where the address names no period. */
export const STANDARD_PRESET: Preset = '90'

/** How many days contracts take at least; the server knows of each report what is ripe. */
const RIPENING = 42

export function periodOf(preset: Preset, today: string = berlinDay()): Period {
  if (preset === 'month') return { from: `${today.slice(0, 7)}-01`, to: today }
  if (preset === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  if (preset === 'last_month') {
    const to = daysBefore(`${today.slice(0, 7)}-01`, 1)
    return { from: `${to.slice(0, 7)}-01`, to }
  }
  if (preset === 'ripe_quarter') return periodOf('last_quarter', daysBefore(today, RIPENING - 1))
  if (preset === 'last_quarter') {
    const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1
    const to = daysBefore(`${today.slice(0, 4)}-${twoDigits(first)}-01`, 1)
    return { from: `${to.slice(0, 4)}-${twoDigits(Number(to.slice(5, 7)) - 2)}-01`, to }
  }
  return { from: daysBefore(today, Number(preset) - 1), to: today }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The preset a period is, if it is one. */
export function presetOf({ from, to }: Period, today: string = berlinDay()): Preset | null {
  const names = Object.keys(PRESETS) as Preset[]
  return (
    names.find((name) => {
      const period = periodOf(name, today)
      return period.from === from && period.to === to
    }) ?? null
  )
}

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
