import { useEffect, useState } from 'react'
import { fetchPlacesFree } from '@/api/parks'
import { defaults } from '@/lib/offer/offer'

/** Free places of the pilot park; null until known, and for good if the server does not say. */
export function usePlacesFree(): number | null {
  const [free, setFree] = useState<number | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    fetchPlacesFree(defaults.park, controller.signal).then((count) => {
      if (!controller.signal.aborted) setFree(count)
    })
    return () => controller.abort()
  }, [])

  return free
}
