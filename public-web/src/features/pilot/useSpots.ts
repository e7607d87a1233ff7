import { useEffect, useState } from 'react'
import { fetchSpots, type ParkSpots } from '@/api/spots'
import { defaults, totalSpots } from '@/lib/offer/offer'

/**
 * The places of the pilot park as they are now: undefined while that is asked, null if the server
 * does not say or counts other places than this site draws.
 */
export function useSpots(): ParkSpots | null | undefined {
  const [spots, setSpots] = useState<ParkSpots | null>()

  useEffect(() => {
    const controller = new AbortController()
    fetchSpots(defaults.park, controller.signal).then((found) => {
      if (!controller.signal.aborted) setSpots(found?.total === totalSpots ? found : null)
    })
    return () => controller.abort()
  }, [])

  return spots
}
