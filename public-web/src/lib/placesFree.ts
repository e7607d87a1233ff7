import { createContext, useContext, useEffect } from 'react'
import type { PlacesNow } from '@/api/parks'
import { siteText } from '@/content/de/site'
import { paths } from './paths'

interface Places {
  /** Null until known, and for good if the server does not say. */
  now: PlacesNow | null
  /** Ask the server, once a page. */
  ask: () => void
}

export const PlacesContext = createContext<Places>({ now: null, ask: () => undefined })

/** The places of the pilot park, for what sells them: a page that does asks for them. */
export function usePlaces(): PlacesNow | null {
  const { now, ask } = useContext(PlacesContext)
  useEffect(ask, [ask])
  return now
}

/** Whether the pilot park is known to be full. Does not ask: legal texts need no figure. */
export const useIsKnownFull = (): boolean => useContext(PlacesContext).now?.free === 0

/** Free places of the pilot park. */
export const usePlacesFree = (): number | null => usePlaces()?.free ?? null

/**
 * What a button to reserve says and where it leads: in a full park, where nothing can be reserved,
 * it leads to the waiting list instead, or to the contact page if the park was called off.
 *
 * @param label what it says as long as there are places, or nobody knows
 */
export function useReserveLink(label: string): ReserveLink {
  return reserveLink(label, usePlacesFree() === 0)
}

/** The same for a page that knows by itself whether the park is full. */
export const reserveLink = (label: string, isFull: boolean): ReserveLink =>
  isFull ? siteText.whenFull : { to: paths.reservation, children: label }

interface ReserveLink {
  to: string
  children: string
}
