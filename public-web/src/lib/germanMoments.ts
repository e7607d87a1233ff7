const ZONE = 'Europe/Berlin'
const part = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('de-DE', { timeZone: ZONE, ...options })
const day = part({ day: 'numeric', month: 'long', year: 'numeric' })
const dayOfWeek = part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const hour = part({ hour: 'numeric', minute: '2-digit' })
const weekday = part({ weekday: 'long' })
const key = part({ year: 'numeric', month: '2-digit', day: '2-digit' })
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** „22. November 2026“, in Berlin. */
export const formatDay = (at: Date): string => day.format(at)
/** „Sonntag“. */
export const formatWeekday = (at: Date): string => weekday.format(at)
/** „19:42 Uhr“; in the hour that a change of the clocks repeats „2:30 Uhr Sommerzeit“ or „… Winterzeit“. */
export function formatHour(at: Date): string {
  const reads = (ms: number) => hour.format(at.getTime() + ms)
  const zone = reads(HOUR_MS) === reads(0) ? 'Sommer' : reads(-HOUR_MS) === reads(0) && 'Winter'
  return `${reads(0)}\u00a0Uhr${zone ? ` ${zone}zeit` : ''}`
}
/** „Sonntag, 22. November 2026, 19:42 Uhr“. */
export const formatMoment = (at: Date): string => `${dayOfWeek.format(at)}, ${formatHour(at)}`

/** A deadline as people say it: „heute, 10:11 Uhr“, „morgen, 10:11 Uhr“, else with weekday and date. */
export function formatDeadline(at: Date, now: Date): string {
  if (key.format(at) === key.format(now)) return `heute, ${formatHour(at)}`
  // A day of 23 or 25 hours is still one day: noon of the next one is what counts.
  const [today = 0, month = 0, year = 0] = key.format(now).split('.').map(Number)
  if (key.format(at) === key.format(Date.UTC(year, month - 1, today + 1, 12)))
    return `morgen, ${formatHour(at)}`
  return formatMoment(at)
}

/** A moment so many weeks later. */
export const weeksAfter = (at: Date, weeks: number): Date =>
  new Date(at.getTime() + weeks * 7 * DAY_MS)
