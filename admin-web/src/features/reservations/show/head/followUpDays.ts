import { daysBefore } from '@/lib/days'
import { berlinDay } from '@/lib/reservationWords'

export interface Preset {
  key: '1' | '2' | '3'
  label: string
  day: string
}

/**
 * Tomorrow, Monday and a week from today: three different days from Monday to Friday. From Friday on, tomorrow is that
 * Monday already, and the second is the day behind it.
 */
export function presets(today: string = berlinDay()): Preset[] {
  const tomorrow = onWeekday(daysBefore(today, -1))
  const monday = later(
    daysBefore(today, -(7 - weekdayOf(today))),
    onWeekday(daysBefore(tomorrow, -1)),
  )
  const week = later(onWeekday(daysBefore(today, -7)), onWeekday(daysBefore(monday, -1)))
  const named = (name: string, day: string, inDays: number) =>
    day === daysBefore(today, -inDays) ? name : weekdayName(day)
  return [
    { key: '1', label: named('Morgen', tomorrow, 1), day: tomorrow },
    { key: '2', label: weekdayName(monday), day: monday },
    { key: '3', label: named('In einer Woche', week, 7), day: week },
  ]
}

const later = (one: string, other: string): string => (one > other ? one : other)

/** From 0, a Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7

const weekdayName = (day: string): string => longWeekday.format(new Date(`${day}T12:00:00Z`))

/** The day itself; a Saturday or Sunday becomes the Monday behind it. */
const onWeekday = (day: string): string =>
  weekdayOf(day) > 4 ? daysBefore(day, weekdayOf(day) - 7) : day

const weekdayFormat = new Intl.DateTimeFormat('de-DE', { weekday: 'short', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  timeZone: 'UTC',
})
const longWeekday = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'UTC' })

/** `2026-11-30` → „Mo 30.11.“. */
export function dayWithWeekday(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`)
  return `${weekdayFormat.format(noon)} ${dayFormat.format(noon)}`
}

/** „Seit Freitag“ within the last week, else „Seit 18.11.“ or „Seit 23.12.2025“; „Heute“; „Am Mo 30.11.“ ahead. */
export function dueWords(day: string, today: string = berlinDay()): string {
  if (day === today) return 'Heute'
  if (day > today) return `Am ${dayWithWeekday(day)}`
  const noon = new Date(`${day}T12:00:00Z`)
  if (day > daysBefore(today, 7)) return `Seit ${longWeekday.format(noon)}`
  const year = day.slice(0, 4)
  return `Seit ${dayFormat.format(noon)}${year === today.slice(0, 4) ? '' : year}`
}
