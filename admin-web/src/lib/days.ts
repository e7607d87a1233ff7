import { written, ZONE } from './format'

/** Days as `YYYY-MM-DD`, which compare as text. */
const DAY = 86_400_000

/** The day so many days earlier. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - count * DAY).toISOString().slice(0, 10)

/** How many days a period has, both ends counted. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1

/** Every day of a period in order. */
export function daysOf(from: string, to: string): string[] {
  const count = Math.max(0, daysIn(from, to))
  return Array.from({ length: count }, (_, index) => daysBefore(to, count - 1 - index))
}

const dayFormat = new Intl.DateTimeFormat('de-DE', {
  day: 'numeric',
  month: 'long',
  timeZone: ZONE,
})
const dayFormatShort = new Intl.DateTimeFormat('de-DE', {
  day: 'numeric',
  month: 'numeric',
  timeZone: ZONE,
})

/** `2026-11-23` → „23. November“. */
export const dayWord = (day: string): string => written(dayFormat, day)

/** `2026-11-23` → „23.11.“. */
export const dayShort = (day: string): string => written(dayFormatShort, day)

const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'short', timeZone: ZONE })

/** `2026-11-27` → „Fr 27.11.“. */
export const dayWithWeekday = (day: string): string => `${written(weekday, day)} ${dayShort(day)}`
