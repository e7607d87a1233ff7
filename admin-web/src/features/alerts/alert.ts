import type { Alert } from '@/api/alerts'
import { counted, formatDay, formatMomentShort, formatTime } from '@/lib/format'
import type { Shape } from '@/lib/states'

/** Sun is what nobody has looked at yet. */
export function alertState({ closed_at, noted }: Alert): { label: string; shape: Shape } {
  if (closed_at !== null) return { label: 'Vorbei', shape: 'outline' }
  return noted ? { label: 'Zur Kenntnis genommen', shape: 'half' } : { label: 'Neu', shape: 'sun' }
}

/** „Miriam Falk, heute, 11:42“. */
export const notedWords = ({ noted }: Alert): string =>
  noted ? `${noted.by_name ?? 'Jemand'}, ${formatMomentShort(noted.at)}` : ''

/** How long an alert was open: „40 Minuten“, „5 Stunden“, „3 Tage“. */
export function openFor({ opened_at, closed_at }: Alert, now: Date = new Date()): string {
  const end = closed_at === null ? now : new Date(closed_at)
  const minutes = Math.max(1, Math.round((end.getTime() - Date.parse(opened_at)) / 60_000))
  if (minutes < 90) return counted(minutes, 'eine Minute', 'Minuten')
  const hours = Math.round(minutes / 60)
  if (hours < 48) return counted(hours, 'eine Stunde', 'Stunden')
  return counted(Math.round(hours / 24), 'ein Tag', 'Tage')
}

/** From when to when, the day once where both ends share it. */
export function spanWords({ opened_at, closed_at }: Alert): string {
  const from = new Date(opened_at)
  if (closed_at === null) return `seit ${formatMomentShort(from)}`
  const to = new Date(closed_at)
  const [first, last] = [formatDay(isoDay(from)), formatDay(isoDay(to))]
  const start = `${first}, ${formatTime(from)}`
  return first === last
    ? `${start} bis ${formatTime(to)}`
    : `${start} bis ${last}, ${formatTime(to)}`
}

const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })
const isoDay = (moment: Date): string => berlin.format(moment)
