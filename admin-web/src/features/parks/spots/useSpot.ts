import { useStaffQuery } from '@/api/useStaffQuery'
import { useSettled } from '@/lib/useSettled'

/** How long the pointer rests on a spot before its details are fetched, in milliseconds. */
const REST = 150

/** The details of the spot on which the pointer rests; `undefined` while they are of another one. */
export function useSpot(park: string, number: number) {
  const settled = useSettled(number, REST)
  const { data, error } = useStaffQuery('/api/staff/parks/{park}/spots/{number}', {
    params: { path: { park, number: settled } },
  })
  return { spot: data?.number === number ? data : undefined, error }
}
