import { confirmationText } from '@/content/de/confirmation'

const text = confirmationText.events
const HALF_HOUR_MS = 1_800_000

interface Deadline {
  reference: string
  spot: number
  /** Until when the address has to be confirmed. */
  confirmBy: Date
  now: Date
}

/** The deadline as a calendar file (RFC 5545). Nothing else has a day that anybody can keep. */
export function calendarOf({ reference, spot, confirmBy, now }: Deadline): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Voltigo//DE',
    'BEGIN:VEVENT',
    `UID:${reference}-1@voltigo`,
    `DTSTAMP:${stamp(now)}`,
    // Half an hour that ends with the deadline.
    `DTSTART:${stamp(new Date(confirmBy.getTime() - HALF_HOUR_MS))}`,
    `DTEND:${stamp(confirmBy)}`,
    `SUMMARY:${escaped(text.confirm)}`,
    `DESCRIPTION:${escaped(text.note(reference, spot))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
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
