import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { fetchPlacesFree } from '@/api/parks'
import { defaults } from '@/lib/offer/offer'

/** Free places of the pilot park, asked anew on every page: a long visit must not sell what is gone. */
export function usePlacesFreeNow(): number | null {
  const [free, setFree] = useState<number | null>(null)
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks again
  useEffect(() => {
    const controller = new AbortController()
    fetchPlacesFree(defaults.park, controller.signal).then((count) => {
      if (!controller.signal.aborted) setFree(count)
    })
    return () => controller.abort()
  }, [pathname])

  return free
}
