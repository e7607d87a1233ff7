import { BERLIN_ZONE, zoneName } from './zones'

/** When something is due, as a form holds it. */
export interface Timing {
  kind: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  /** „06:00“. */
  time: string
  /** 1 Monday to 7 Sunday. */
  weekdays: number[]
  /** 1 to 31; 31 is the last day of every month, 0 its first working day. */
  month_day: number | null
  /** 1 to 12 of yearly ones; 1 to 3, within each quarter, of quarterly ones. */
  month: number | null
}

/** The days of the week in order, Monday first. */
export const WEEKDAYS = [
  'Montag',
  'Dienstag',
  'Mittwoch',
  'Donnerstag',
  'Freitag',
  'Samstag',
  'Sonntag',
] as const

export const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const

/** The months in which it is due, 1 to 12. */
export function dueMonths({ kind, month }: Timing): readonly number[] {
  if (kind === 'yearly') return [month ?? 1]
  if (kind !== 'quarterly') return MONTHS.map((_, index) => index + 1)
  return [0, 3, 6, 9].map((before) => before + (month ?? 1))
}

const WORKDAYS = '1,2,3,4,5'

/** „montags und donnerstags um 6:00 Uhr“; the zone is named where it is not Berlin's. */
export function timingWords(timing: Timing, zone: string = BERLIN_ZONE): string {
  const place = zone === BERLIN_ZONE ? '' : `, Uhr von ${zoneName(zone)}`
  return `${dayWords(timing)} um ${clockWords(timing.time)}${place}`
}

/** „06:00“ → „6:00 Uhr“. */
export const clockWords = (time: string): string => `${time.replace(/^0/, '')} Uhr`

function dayWords(timing: Timing): string {
  const { kind, weekdays, month_day } = timing
  if (kind === 'quarterly' || kind === 'yearly')
    return monthsWords(month_day ?? 1, dueMonths(timing))
  if (kind === 'monthly') return monthDayWords(month_day ?? 1)
  const days = [...new Set(weekdays)].sort((one, other) => one - other)
  if (kind === 'daily' || days.length === 0 || days.length === 7) return 'täglich'
  if (days.join() === WORKDAYS) return 'montags bis freitags'
  return listed(days.map((day) => `${WEEKDAYS[day - 1]?.toLowerCase()}s`))
}

/** A day that a month does not have is its last. */
function monthDayWords(day: number): string {
  if (day === 31) return 'am letzten Tag jedes Monats'
  if (day === 0) return 'am ersten Werktag jedes Monats'
  const words = `am ${day}. jedes Monats`
  return day > 28 ? `${words} (in kürzeren am letzten Tag)` : words
}

/** „am 1. Januar, April, Juli und Oktober“, „jedes Jahr am 2. Januar“. */
function monthsWords(day: number, months: readonly number[]): string {
  const names = listed(months.map((month) => MONTHS[month - 1] ?? ''))
  const yearly = months.length === 1 ? 'jedes Jahr ' : ''
  if (day === 31) return `${yearly}am letzten Tag im ${names}`
  if (day === 0) return `${yearly}am ersten Werktag im ${names}`
  const shorter = day > 28 && months.includes(2) ? ' (sonst am letzten Tag)' : ''
  return `${yearly}am ${day}. ${names}${shorter}`
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`
