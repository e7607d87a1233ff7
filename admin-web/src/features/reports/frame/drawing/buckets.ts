import { daysIn, daysOf } from '@/lib/days'
import { formatDay } from '@/lib/format'
import type { Row } from '../document'

/** A column of a drawing: one day, or several where the period is long. */
export interface Bucket {
  day: string
  /** The last day in it. */
  last: string
  /** Why it is no whole column: „läuft noch“, „nur 2 Tage“; empty where it is one. */
  unfinished: string
  /** Sums by the names of the measures; `null` where a day's value is not known. */
  sums: Readonly<Record<string, number | null>>
}

/** Days a column can stand for: whole weeks, so that no column has more weekends than another. */
const WIDTHS = [1, 7, 28, 91, 364]

/**
 * The sums of rows by day over a period, in at most `most` columns. Days without a row count 0.
 * `today`: when the rows are from; that day is not over.
 */
export function bucketed(
  rows: readonly Row[],
  period: { from: string; to: string },
  measures: readonly string[],
  most: number,
  today: string,
): Bucket[] {
  const { from, to } = period
  const known = new Map(rows.map((row) => [String(row.day), row]))
  const width = WIDTHS.find((days) => daysIn(from, to) <= days * most) ?? 364
  const all = daysOf(from, to)
  const result: Bucket[] = []
  for (let first = 0; first < all.length; first += width) {
    const within = all.slice(first, first + width)
    const found = within.map((day) => known.get(day)).filter((row) => row !== undefined)
    const last = within.at(-1) ?? to
    const isShort = within.length < width
    result.push({
      day: within[0] ?? from,
      last,
      unfinished: last >= today ? 'läuft noch' : isShort ? `nur ${shortWords(within.length)}` : '',
      sums: Object.fromEntries(measures.map((name) => [name, summed(found, name)])),
    })
  }
  return result
}

function summed(rows: readonly Row[], name: string): number | null {
  let sum = 0
  for (const row of rows) {
    const value = row[name]
    if (typeof value !== 'number') return null
    sum += value
  }
  return sum
}

const shortWords = (days: number): string => (days === 1 ? '1 Tag' : `${days} Tage`)

/** How many days a column stands for. */
export const daysEach = ([first]: readonly Bucket[]): number =>
  first ? daysIn(first.day, first.last) : 1

/** „12.11.2026“, or „12.11.2026 bis 18.11.2026“. */
export const bucketName = ({ day, last }: Pick<Bucket, 'day' | 'last'>): string =>
  day === last ? formatDay(day) : `${formatDay(day)} bis ${formatDay(last)}`

/** What the marked columns are: „Gestrichelt: 26.11.2026 läuft noch.“; empty where all are whole. */
export function unfinishedWords(columns: readonly Bucket[]): string {
  const told = columns.filter(({ unfinished }) => unfinished !== '')
  if (told.length === 0) return ''
  const words = told.map((column) => `${bucketName(column)} ${column.unfinished}`)
  return `Gestrichelt: ${words.slice(0, 3).join('; ')}.`
}

/** What one column is, where it is not one day. */
export function bucketWords(columns: readonly Bucket[]): string {
  const days = daysEach(columns)
  if (days === 1) return ''
  return days === 7 ? 'Eine Spalte sind sieben Tage.' : `Eine Spalte sind ${days} Tage.`
}
