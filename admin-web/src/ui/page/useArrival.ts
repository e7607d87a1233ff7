import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router-dom'

/** Where the latest jump went: an element that is drawn anew, as when a phone is turned, takes no focus again. */
let arrivedAt: Location | undefined

/**
 * Gives the focus to the element that an address names, `/messages/3#message-text`, once the component that
 * draws it is there: a page reads its rows first, so the browser has nothing to jump to by itself.
 */
export function useArrival(id: string): boolean {
  const location = useLocation()
  const isMeant = location.hash === `#${id}`
  useEffect(() => {
    if (!isMeant || arrivedAt === location) return
    arrivedAt = location
    const element = document.getElementById(id)
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }, [id, isMeant, location])
  return isMeant
}

/** The members of a section that can be arrived at. */
export function useArrivalProps(id: string) {
  return { id, tabIndex: useArrival(id) ? -1 : undefined }
}
