import { useStaffQuery } from '@/api/old/useStaffQuery'
import { useSettled } from '@/lib/useSettled'
import type { Spot } from './spot'

/** How long somebody stands on a spot before its details are fetched, in milliseconds. */
const REST = 150

/** The details of the spot somebody has come to rest on; `undefined` while they are of another one. */
export function useSpot(park: string, number: number) {
  const settled = useSettled(number, REST)
  const path = `parks/${encodeURIComponent(park)}/spots/${settled}`
  const { data, error } = useStaffQuery<Spot>(path)
  return { spot: data?.number === number ? data : undefined, error }
}
