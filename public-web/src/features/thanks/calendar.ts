import { confirmationText } from '@/content/de/confirmation'
import { weeksAfter } from '@/lib/germanMoments'
import { timeline } from '@/lib/offer/offer'

const text = confirmationText.events
const HALF_HOUR_MS = 1_800_000

interface Reserved {
  reference: string
  spot: number
  reservedAt: Date
  /** Until when the address has to be confirmed; null: it is, or no matter. */
  confirmBy: Date | null
  now: Date
}

/** The weeks ahead as a calendar file (RFC 5545): the deadline, and the days on which we expect to write. */
export function calendarOf({ reference, spot, reservedAt, confirmBy, now }: Reserved): string {
  const events = [
    ...(confirmBy ? [event(`${reference}-1`, now, moments(confirmBy), text.confirm)] : []),
    event(`${reference}-2`, now, days(reservedAt), text.park, text.parkNote(reference, spot)),
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Voltigo//DE',
    ...events.flat(),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function event(id: string, now: Date, times: readonly string[], name: string, note = ''): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${id}@voltigo`,
    `DTSTAMP:${stamp(now)}`,
    ...times,
    `SUMMARY:${escaped(name)}`,
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Half an hour that ends with the deadline. */
const moments = (end: Date) => [
  `DTSTART:${stamp(new Date(end.getTime() - HALF_HOUR_MS))}`,
  `DTEND:${stamp(end)}`,
]

/** Whole days, the last one included; the end of an event is exclusive. */
function days(reservedAt: Date): string[] {
  const { contract_weeks_from, contract_weeks_to } = timeline
  const end = weeksAfter(reservedAt, contract_weeks_to)
  end.setUTCDate(end.getUTCDate() + 1)
  return [
    `DTSTART;VALUE=DATE:${dayStamp(weeksAfter(reservedAt, contract_weeks_from))}`,
    `DTEND;VALUE=DATE:${dayStamp(end)}`,
  ]
}

const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const dayStamp = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '')
const escaped = (words: string) => words.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Lines of more than 75 bytes go on in the next one, after a blank. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (new TextEncoder().encode(part + character).length > 73) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
