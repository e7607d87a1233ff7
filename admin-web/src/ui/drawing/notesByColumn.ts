import type { Schemas } from '@/api/operations'

/** A remark on a day that charts show: a fair, an article, a price change. */
export type ChartNote = Schemas['DayNoteOut']

/** What a column of a chart stands for, both days included. */
interface Span {
  day: string
  last: string
}

/**
 * Which columns of a chart carry which remarks, by the numbers the list beside the chart gives them:
 * the earliest is 1. Remarks outside the period are left out.
 */
export function notesByColumn(
  columns: readonly Span[],
  notes: readonly Pick<ChartNote, 'id' | 'day'>[],
): [day: string, numbers: string][] {
  const marks = new Map<string, string>()
  for (const [index, { day }] of inOrder(notes).entries()) {
    const column = columns.find((one) => one.day <= day && day <= one.last)
    if (!column) continue
    const before = marks.get(column.day)
    marks.set(column.day, before ? `${before}, ${index + 1}` : String(index + 1))
  }
  return [...marks]
}

/** The order of the numbers. */
export const inOrder = <T extends Pick<ChartNote, 'id' | 'day'>>(notes: readonly T[]): T[] =>
  [...notes].sort((one, other) => one.day.localeCompare(other.day) || one.id - other.id)
