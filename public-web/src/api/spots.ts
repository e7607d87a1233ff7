// Apart from `parks.ts`, whose call another page makes: one file for both would be a request of its own on each.
import type { components } from './schema'

/** Which places of a park are free; `taken` are runs of numbers, ascending, both ends included. */
export type ParkSpots = components['schemas']['ParkSpotsOut']

/**
 * The places of a park, or null when that cannot be found out or makes no sense. The picture is an
 * extra on the page: no failure of it may disturb the visitor.
 */
export async function fetchSpots(park: string, signal: AbortSignal): Promise<ParkSpots | null> {
  try {
    const response = await fetch(`/api/parks/${encodeURIComponent(park)}/spots`, { signal })
    const body: unknown = response.ok ? await response.json() : null
    return isParkSpots(body) ? body : null
  } catch {
    return null
  }
}

function isParkSpots(body: unknown): body is ParkSpots {
  const { total, free, taken } = (body ?? {}) as { [Field in keyof ParkSpots]?: unknown }
  if (typeof total !== 'number' || !Array.isArray(taken)) return false
  let end = 0
  let count = 0
  for (const run of taken) {
    if (!Array.isArray(run) || run.length !== 2 || !run.every(Number.isInteger)) return false
    const [first, last] = run
    if (first <= end || last < first || last > total) return false
    end = last
    count += last - first + 1
  }
  // Fewer than are left over when the park's energy goes before its places.
  return typeof free === 'number' && free >= 0 && free <= total - count
}
