import { daysBefore } from '@/lib/days'
import { berlinDay } from '@/lib/reservationWords'

export interface Preset {
  key: '1' | '2' | '3'
  label: string
  day: string
}

/** Tomorrow, the next Monday, a week from today: plain days, of which Monday is never tomorrow's double. */
export function presets(today: string = berlinDay()): Preset[] {
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  const toMonday = (8 - weekday) % 7 || 7
  const monday = toMonday === 1 ? 8 : toMonday
  return [
    { key: '1', label: 'Morgen', day: daysBefore(today, -1) },
    {
      key: '2',
      label: 'Montag',
      day: daysBefore(today, -monday),
    },
    { key: '3', label: 'In einer Woche', day: daysBefore(today, -7) },
  ]
}

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
