import { defaults, totalSpots } from '@/lib/offer/offer'

/**
 * The place number to show: from the query, else from the navigation state, else the default.
 * What cannot be a place of the park (0, 501, text) counts as absent. The state is the server's
 * answer: the park may have grown since this page was opened.
 */
export function spotOf(search: string, state: unknown): number {
  return (
    usable(new URLSearchParams(search).get('spot'), totalSpots) ??
    usable(fieldOf(state, 'spotNumber'), Infinity) ??
    defaults.spot
  )
}

/** The reference of the reservation, which only the navigation state carries. */
export function referenceOf(state: unknown): string | null {
  const reference = fieldOf(state, 'reference')
  return typeof reference === 'string' && reference !== '' ? reference : null
}

/** The key the reservation was made with, by which this browser may see its address and correct it. */
export function keyOf(state: unknown): string | null {
  const key = fieldOf(state, 'key')
  return typeof key === 'string' && key !== '' ? key : null
}

/** Whether the server answered with a reservation that it had taken before. */
export const isReplayed = (state: unknown): boolean => fieldOf(state, 'replayed') === true

function usable(value: unknown, most: number): number | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^[1-9]\d{0,5}$/.test(text)) return null
  const spot = Number(text)
  return spot <= most ? spot : null
}

function fieldOf(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null
    ? (state as Record<string, unknown>)[name]
    : undefined
}
