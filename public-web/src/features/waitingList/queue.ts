import type { Forecast } from '@/api/waitingList'
import { forecastText as text } from '@/content/de/waitingRule'

/** As many columns as fit beside the text, and as many rows as still look like a queue. */
const MOST_COLUMNS = 9
const MOST_ROWS = 12

export interface Queue {
  /** Households before and with the visitor, in columns of one month, as cells. */
  columns: readonly number[]
  /** Households before the first column drawn. */
  rest: number
  /** The number of the first column drawn: 1 is the month that begins now. */
  first: number
}

/** How the queue up to a position is drawn, with so many places a month. */
export function queueOf(position: number, perMonthTenths: number): Queue {
  const perMonth = perMonthTenths / 10
  const turn = Math.floor((position - 1) / perMonth) + 1
  const first = Math.max(1, turn - MOST_COLUMNS + 1)
  const before = (month: number) => Math.min(position, Math.ceil((month - 1) * perMonth))
  const last = turn - first + 1
  const columns = Array.from({ length: last }, (_, index) => {
    const month = first + index
    return Math.min(MOST_ROWS, before(month + 1) - before(month))
  })
  return { columns, rest: before(first), first }
}

/** „sechs“, „23“; without a decimal, because it says „etwa“. */
export function placesWord(tenths: number): { word: string; isOne: boolean } {
  const places = Math.max(1, Math.round(tenths / 10))
  return { word: text.numbers[places] ?? String(places), isOne: places === 1 }
}

/** „siebten“, „14.“. */
export const turnWord = (month: number): string => text.months[month] || `${month}.`

/** „von Juni bis November 2026“. */
export function periodOf(months: Forecast['months']): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return ''
  const isSameYear = first.month.slice(0, 4) === last.month.slice(0, 4)
  return text.period(nameOf(first.month, !isSameYear), nameOf(last.month, true))
}

/** „4, 7, 6, 5, 8 und 6“. */
export function listOf(numbers: readonly number[]): string {
  const [last, ...before] = [...numbers].reverse().map(String)
  return before.length > 0 ? `${before.reverse().join(', ')}${text.and}${last}` : (last ?? '')
}

function nameOf(day: string, hasYear: boolean): string {
  const options: Intl.DateTimeFormatOptions = { month: 'long', timeZone: 'UTC' }
  if (hasYear) options.year = 'numeric'
  return new Intl.DateTimeFormat('de-DE', options).format(new Date(`${day}T00:00:00Z`))
}
