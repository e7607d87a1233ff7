import type { components } from './schema'

type Park = components['schemas']['ParkOut']

/** Whether anybody can reserve in a park now. */
export type ParkState = 'open' | 'full' | 'paused'

/** The state of a park; null when it cannot be found out: then the reservation itself will tell. */
export async function fetchParkState(park: string, signal: AbortSignal): Promise<ParkState | null> {
  try {
    const response = await fetch(`/api/parks/${encodeURIComponent(park)}`, { signal })
    if (!response.ok) return null
    const body = (await response.json()) as { [Field in keyof Park]?: unknown } | null
    if (body?.is_paused === true) return 'paused'
    return body?.spots_free === 0 ? 'full' : 'open'
  } catch {
    return null
  }
}

/**
 * Free places of a park, or null when that cannot be found out. The figure is an extra on the
 * page: no failure of it may disturb the visitor.
 */
export async function fetchPlacesFree(park: string, signal: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(`/api/parks/${encodeURIComponent(park)}`, { signal })
    if (!response.ok) return null
    const body: unknown = await response.json()
    const free = (body as { [Field in keyof Park]?: unknown } | null)?.spots_free
    return typeof free === 'number' && Number.isInteger(free) && free >= 0 ? free : null
  } catch {
    return null
  }
}
