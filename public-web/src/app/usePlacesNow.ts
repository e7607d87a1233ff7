import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { fetchPlaces, type PlacesNow } from '@/api/parks'
import { defaults } from '@/lib/offer/offer'

/** The places of the pilot park, asked anew on every page: a long visit must not sell what is gone. */
export function usePlacesNow(): PlacesNow | null {
  const [places, setPlaces] = useState<PlacesNow | null>(null)
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks again
  useEffect(() => {
    const controller = new AbortController()
    fetchPlaces(defaults.park, controller.signal).then((found) => {
      if (!controller.signal.aborted) setPlaces(found)
    })
    return () => controller.abort()
  }, [pathname])

  return places
}
