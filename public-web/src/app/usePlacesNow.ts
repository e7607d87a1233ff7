import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { fetchPlaces, type PlacesNow } from '@/api/parks'
import { defaults } from '@/lib/offer/offer'

/**
 * The places of the pilot park, asked for once on every page that shows them: a long visit must not
 * sell what is gone, and a page without them makes no request.
 */
export function usePlacesNow() {
  const { pathname } = useLocation()
  const [now, setNow] = useState<PlacesNow | null>(null)
  const [askingPath, setAskingPath] = useState<string | null>(null)
  const ask = useCallback(() => setAskingPath(pathname), [pathname])

  useEffect(() => {
    if (askingPath !== pathname) return
    const controller = new AbortController()
    fetchPlaces(defaults.park, controller.signal).then((found) => {
      if (!controller.signal.aborted) setNow(found)
    })
    return () => controller.abort()
  }, [askingPath, pathname])

  return useMemo(() => ({ now, ask }), [now, ask])
}
