import { createContext, useContext, useEffect } from 'react'
import type { PlacesNow } from '@/api/parks'
import { siteText } from '@/content/de/site'
import { pilot } from './offer/offer'
import { type ParkState, stateOf } from './parkState'
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

/** Whether a place of the pilot park can be had: as the page came, until the server has said more. Does not ask. */
export function useParkState(): ParkState {
  const { now } = useContext(PlacesContext)
  if (pilot.isCancelled) return 'cancelled'
  return now ? stateOf(now) : (pilot.state ?? 'open')
}

/**
 * The end of a page that offers a place: its own words as long as there is one, else what is so and where to go instead.
 */
export function useReserveOffer(own: { title: string; text?: string; reserve: string }): Offer {
  const link = useReserveLink(own.reserve)
  const state = useParkState()
  return { ...(state === 'open' ? own : siteText.instead[state]), link }
}

interface Offer {
  title: string
  text?: string
  link: ReserveLink
}

/** What a button to reserve says and where it leads. */
export function useReserveLink(label: string): ReserveLink {
  usePlaces()
  return reserveLink(label, useParkState())
}

/** The same for a page that knows the state by itself. */
export const reserveLink = (label: string, state: ParkState): ReserveLink =>
  state === 'open' ? { to: paths.reservation, children: label } : siteText.instead[state].link

interface ReserveLink {
  to: string
  children: string
}
