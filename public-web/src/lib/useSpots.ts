import { useEffect, useState } from 'react'
import { fetchSpots, type ParkSpots } from '@/api/spots'
import { defaults } from '@/lib/offer/offer'

/**
 * The places of the pilot park as they are now: undefined while that is asked, null if the server
 * does not say.
 */
export function useSpots(): ParkSpots | null | undefined {
  const [spots, setSpots] = useState<ParkSpots | null>()

  useEffect(() => {
    const controller = new AbortController()
    fetchSpots(defaults.park, controller.signal).then((found) => {
      if (!controller.signal.aborted) setSpots(found)
    })
    return () => controller.abort()
  }, [])

  return spots
}
