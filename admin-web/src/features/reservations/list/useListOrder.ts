import { useEffect } from 'react'
import { useListContext } from 'react-admin'
import type { ReservationRow } from '../types'

/** The rows last seen in the list, in their order: what „next“ means on a single reservation. */
let order: readonly number[] = []

/** Remembers what the list shows. Stands inside the list. */
export function useRememberedOrder(): void {
  const { data } = useListContext<ReservationRow>()
  useEffect(() => {
    if (data) order = data.map(({ id }) => id)
  }, [data])
}

/** The neighbours of a reservation in the list last seen. */
export function neighbours(id: number): { previous?: number; next?: number; words: string } {
  const index = order.indexOf(id)
  if (index < 0) return { words: '' }
  const previous = order[index - 1]
  const next = order[index + 1]
  return {
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
    words: `${index + 1} von ${order.length} der letzten Liste`,
  }
}
