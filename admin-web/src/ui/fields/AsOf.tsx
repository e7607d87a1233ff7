import type { Schemas } from '@/api/operations'
import { counted, formatMoment } from '@/lib/format'

/** How fresh an answer of the analytical store is, and on how many page views and steps it rests. */
export type Stand = Schemas['StandOut']

/** The same of a report, which rests on reservations, too. */
export type ReportStand = Schemas['ReportStandOut']

/**
 * „Stand 21.11.2026, 18:40, gerechnet aus 12.345 Ereignissen“; of a report
 * „Stand 21.11.2026, 18:40 · 12.345 Ereignisse, 620 Reservierungen“, and „ · Lesekopie“ if that was read.
 */
export function AsOf({ stand }: { stand: Stand | ReportStand | null | undefined }) {
  if (!stand) return null
  return (
    <p className="tiny muted tabular flush">
      Stand <time dateTime={stand.at}>{formatMoment(stand.at)}</time>
      {groundWords(stand)}
    </p>
  )
}

/** The line as plain text, for what leaves the page. */
export const standWords = (stand: Stand | ReportStand): string =>
  `Stand ${formatMoment(stand.at)}${groundWords(stand)}`

function groundWords(stand: Stand | ReportStand): string {
  if ('rows' in stand) return stand.rows > 0 ? `, gerechnet aus ${rowWords(stand.rows)}` : ''
  const visits = counted(stand.visits, '1 Ereignis', 'Ereignisse')
  const reservations = counted(stand.reservations, '1 Reservierung', 'Reservierungen')
  return ` · ${visits}, ${reservations}${copyWords(stand.behind_seconds)}`
}

/** „ · Lesekopie, 4 Sekunden zurück“: which server was read, where it was not the main one. */
function copyWords(behind: number | null): string {
  if (behind === null) return ''
  return behind === 0 ? ' · Lesekopie' : ` · Lesekopie, ${lagWords(behind)} zurück`
}

/** As the server says it in `provisional`. */
const lagWords = (seconds: number): string =>
  seconds >= 120
    ? counted(Math.ceil(seconds / 60), 'eine Minute', 'Minuten')
    : counted(seconds, 'eine Sekunde', 'Sekunden')

const rowWords = (rows: number): string => counted(rows, 'einem Ereignis', 'Ereignissen')
