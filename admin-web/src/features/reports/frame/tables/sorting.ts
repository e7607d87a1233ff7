import type { Cell, Row } from '../document'

export interface Order {
  column: string
  isDescending: boolean
}

/** The rows in an order; what is not known comes last in either direction. */
export function sortedRows<R extends Row>(rows: readonly R[], order: Order | null): readonly R[] {
  if (!order) return rows
  const { column, isDescending } = order
  const sign = isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const a = one[column] ?? null
    const b = other[column] ?? null
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compared(a, b)
  })
}

const german = new Intl.Collator('de', { numeric: true })

function compared(one: NonNullable<Cell>, other: NonNullable<Cell>): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return german.compare(String(one), String(other))
}

/** What a click on a column's head does: measures begin with the most, names with the first. */
export function nextOrder(order: Order | null, column: string, isMeasure: boolean): Order {
  if (order?.column === column) return { column, isDescending: !order.isDescending }
  return { column, isDescending: isMeasure }
}
