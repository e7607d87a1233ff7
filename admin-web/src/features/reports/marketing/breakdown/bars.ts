import type { Schemas } from '@/api/operations'
import { changeOf } from '@/features/reports/frame/tables/changes'
import { formatCell } from '@/features/reports/frame/tables/kinds'

/** More bars than this are read in the table. */
export const MOST_BARS = 20

export interface ValueBar {
  value: string
  name: string
  visitors: number
  visitorsBefore: number | null
  visitorsWords: string
  reservations: number
  reservationsBefore: number | null
  reservationsWords: string
}

type ValuesRow = Schemas['BreakdownValuesRow']

/** The rows as bars with the words beside them, those the server has first. */
export const barsOf = (rows: readonly ValuesRow[], kind: string): ValueBar[] =>
  rows.slice(0, MOST_BARS).map((row) => ({
    value: row.value,
    name: formatCell(kind, row.value),
    visitors: row.visitors,
    visitorsBefore: row.visitors_before,
    visitorsWords: figureWords(row.visitors, row.visitors_before),
    reservations: row.reservations,
    reservationsBefore: row.reservations_before,
    reservationsWords: figureWords(row.reservations, row.reservations_before, quoteWords(row)),
  }))

/** „154 · +16 % · Quote 1,4 %“. */
function figureWords(value: number, before: number | null, more = ''): string {
  const change = changeOf('count', value, before)
  return [formatCell('count', value), change?.words, more].filter(Boolean).join(' · ')
}

/** Of fewer visitors their number is said: their quote would read like that of many. The sentences take the same limit. */
const FEW = 100

function quoteWords({ quote, reservations, visitors }: ValuesRow): string {
  if (quote == null || reservations === 0) return ''
  if (visitors >= FEW) return `Quote ${formatCell('share_ppm', quote)}`
  return visitors === 1 ? 'von einem Besucher' : `von ${formatCell('count', visitors)} Besuchern`
}
