import type { PlacesNow } from '@/api/parks'

/** Whether a place can be had: `full` leads to the waiting list, `paused` to a question, `cancelled` to nothing. */
export type ParkState = 'open' | 'full' | 'paused' | 'cancelled'

/** By what the server says of a park that is not called off. In a full one the list is open, paused or not. */
export function stateOf(now: Pick<PlacesNow, 'free'> & Partial<PlacesNow>): ParkState {
  if (now.free === 0) return 'full'
  return now.isPaused ? 'paused' : 'open'
}
