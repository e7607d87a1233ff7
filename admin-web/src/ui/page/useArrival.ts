import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Gives the focus to the element that an address names, `/messages/3#message-text`, once the component that
 * draws it is there: a page reads its rows first, so the browser has nothing to jump to by itself.
 */
export function useArrival(id: string): boolean {
  const isMeant = useLocation().hash === `#${id}`
  useEffect(() => {
    const element = isMeant ? document.getElementById(id) : null
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }, [id, isMeant])
  return isMeant
}

/** The members of a section that can be arrived at. */
export function useArrivalProps(id: string) {
  return { id, tabIndex: useArrival(id) ? -1 : undefined }
}
