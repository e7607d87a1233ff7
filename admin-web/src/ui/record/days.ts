import { daysBefore } from '@/lib/days'
import { formatTime } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'

interface Day<Entry> {
  label: string
  entries: Entry[]
}

const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'UTC' })
const dayAndMonth = new Intl.DateTimeFormat('de-DE', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const monthAndYear = new Intl.DateTimeFormat('de-DE', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDay = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  timeZone: 'Europe/Berlin',
})

/** So many days stand each under a heading of its own; what is older, by month. */
const OWN_DAYS = 14

/** „Heute, Montag“, „Gestern, Sonntag“, „Freitag, 20. November“, „Oktober 2026“. */
export function dayLabel(day: string, today: string): string {
  const noon = new Date(`${day}T12:00:00Z`)
  if (day === today) return `Heute, ${weekday.format(noon)}`
  if (day === daysBefore(today, 1)) return `Gestern, ${weekday.format(noon)}`
  if (day > daysBefore(today, OWN_DAYS))
    return `${weekday.format(noon)}, ${dayAndMonth.format(noon)}`
  return monthAndYear.format(noon)
}

/** Entries under the heading of their day, in the order they come. */
export function byDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  today: string = berlinDay(),
): Day<Entry>[] {
  const days: Day<Entry>[] = []
  for (const entry of entries) {
    const label = dayLabel(berlinDay(new Date(entry.at)), today)
    const last = days.at(-1)
    if (last?.label === label) last.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}

/** The time of a day with a heading of its own, else the day: „10:42“, „23.11.“. */
export function whenWords(at: string, today: string = berlinDay()): string {
  const day = berlinDay(new Date(at))
  return day > daysBefore(today, OWN_DAYS) ? formatTime(at) : shortDay.format(new Date(at))
}
