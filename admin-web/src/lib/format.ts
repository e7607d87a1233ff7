/**
 * Numbers, money and moments as people in Germany read them. Money comes in cents, moments in UTC,
 * days as `YYYY-MM-DD`; everything is shown in Berlin time.
 */
export const ZONE = 'Europe/Berlin'

const euros = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
const plain = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('de-DE', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat('de-DE', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
})
const longDay = new Intl.DateTimeFormat('de-DE', {
  timeZone: ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `129900` → „1.299,00 €“. */
export const formatMoney = (cents: number): string => euros.format(cents / 100)

/** `2000` → „2.000 kWh“. */
export const formatKwh = (kwh: number): string => `${plain.format(kwh)}\u00a0kWh`

/** `1234.5` → „1.234,5“. */
export const formatNumber = (value: number): string => plain.format(value)

/** One in the words it is called by, and as many as there are: `2` → „2 Zeilen“. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${plain.format(count)} ${many}`

/** `84210` → „84 kB“, in thousands as people read sizes. */
export function formatSize(bytes: number): string {
  const units = ['Byte', 'kB', 'MB', 'GB', 'TB']
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const digits = { maximumFractionDigits: power > 1 ? 1 : 0 }
  return `${(bytes / 1000 ** power).toLocaleString('de-DE', digits)}\u00a0${units[power]}`
}

/** A share of one: `0.1234` → „12,3 %“. */
export const formatShare = (share: number, digits = 1): string =>
  new Intl.NumberFormat('de-DE', {
    style: 'percent',
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(share)

/** `2026-11-23T10:42:00Z` → „23.11.2026, 11:42“. A day has no time to show: „23.11.2026“. */
export const formatMoment = (moment: string | Date): string =>
  isDay(moment) || !isValid(dateOf(moment))
    ? formatDay(moment)
    : `${formatDay(moment)}, ${formatTime(moment)}`

/** `2026-11-23T10:42:00Z` → „11:42“. */
export const formatTime = (moment: string | Date): string => written(time, moment)

/** A moment for reading at a glance: „heute, 11:42“, „gestern, 09:05“, else „02.10.2026“. */
export function formatMomentShort(moment: string | Date, now: Date = new Date()): string {
  const date = dateOf(moment)
  if (!isValid(date)) return String(moment)
  const distance = daysBetween(date, now)
  if (distance === 0) return `heute, ${time.format(date)}`
  if (distance === 1) return `gestern, ${time.format(date)}`
  if (distance === -1) return `morgen, ${time.format(date)}`
  return day.format(date)
}

/** `2026-11-23`, or a moment of that day in Berlin → „23.11.2026“. */
export const formatDay = (value: string | Date): string => written(day, value)

/** A day for reading at a glance: „heute“, „morgen“, „gestern“, else „23.11.2026“. */
export function formatDayShort(isoDay: string, now: Date = new Date()): string {
  const date = dateOf(isoDay)
  if (!isValid(date)) return isoDay
  const words = new Map([
    [0, 'heute'],
    [1, 'gestern'],
    [-1, 'morgen'],
  ])
  return words.get(daysBetween(date, now)) ?? day.format(date)
}

/** „Montag, 23. November 2026“. */
export const formatLongDay = (moment: Date): string => longDay.format(moment)

/** Seconds of waiting in words: „30 Sekunden“, „eine Minute“, „5 Minuten“. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'eine Sekunde', 'Sekunden')
  const minutes = Math.ceil(seconds / 60)
  return counted(minutes, 'eine Minute', 'Minuten')
}

/** Days in Berlin from a moment to another; 1 when the first was yesterday. */
function daysBetween(earlier: Date, later: Date): number {
  return Math.round((berlinDay(later) - berlinDay(earlier)) / 86_400_000)
}

const isoParts = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE })
const berlinDay = (date: Date): number => Date.parse(isoParts.format(date))

/**
 * The API writes days as `2026-11-23` and moments as `2026-11-23T10:42:00Z`, and to the compiler both are
 * strings. Every formatter reads either, so that none of them can take down the page it is on.
 */
const isDay = (value: string | Date): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Noon of a day is the same day in Berlin and in UTC. */
const dateOf = (value: string | Date): Date => new Date(isDay(value) ? `${value}T12:00:00Z` : value)

const isValid = (date: Date): boolean => !Number.isNaN(date.getTime())

/** What is no date is shown as it came. */
export function written(format: Intl.DateTimeFormat, value: string | Date): string {
  const date = dateOf(value)
  return isValid(date) ? format.format(date) : String(value)
}
