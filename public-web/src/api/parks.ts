import type { components } from './schema'

type Park = components['schemas']['ParkOut']

/** What decides whether anybody can reserve in a park. */
export interface PlacesNow {
  free: number
  /** Nobody may reserve at the moment, although places may be free. */
  isPaused: boolean
}

/**
 * The places of a park, or null when that cannot be found out. The figure is an extra on the page:
 * no failure of it may disturb the visitor.
 */
export async function fetchPlaces(park: string, signal: AbortSignal): Promise<PlacesNow | null> {
  try {
    const response = await fetch(`/api/parks/${encodeURIComponent(park)}`, { signal })
    if (!response.ok) return null
    const body = (await response.json()) as { [Field in keyof Park]?: unknown } | null
    const free = body?.spots_free
    if (typeof free !== 'number' || !Number.isInteger(free) || free < 0) return null
    return { free, isPaused: body?.is_paused === true }
  } catch {
    return null
  }
}
