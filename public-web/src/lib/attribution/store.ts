import { readJson, removeKey, writeJson, writeText } from '../browserStore'
import { type AttributionStorage, readSettings } from '../settings'
import { forgetTouches, remember, rememberedTouches } from './memory'
import { isDirect, isHandedOn, type Touch, touchesIn, touchOf } from './touch'
import { flatFields, joined, withTouch } from './visit'

/** The touches of a visit together with the three flat fields, as a reservation sends them. */
export type Attribution = ReturnType<typeof flatFields> & { touches: readonly Touch[] }

const KEY = 'touches'

let inMemory: readonly Touch[] = []
let storage: AttributionStorage = 'session'

/**
 * Records how the visitor came. Runs once per page load and before the router starts, so that no
 * redirect or navigation can lose the query.
 *
 * @returns whether this is an arrival: the visit begins here, or comes again by another way
 */
export function captureTouch(mode: AttributionStorage): boolean {
  storage = mode
  const arrival = { url: new URL(window.location.href), referrer: document.referrer }
  const touch = touchOf({
    ...arrival,
    at: new Date(),
    onTheWay: [new URL(readSettings().bookingUrl, window.location.href).hostname],
  })
  const before = mode === 'session' ? storedTouches() : []
  const again = wasHereBefore()
  inMemory = withTouch(before, touch, again)
  if (mode === 'session') persist(inMemory)
  else forgetTouches()
  // A second tab knows nothing of the first, nor memory of the page before. But then a link of
  // ours, as the only referrer of a direct start, or a reload tells that the visit had begun.
  const began =
    (isDirect(touch) && document.referrer !== '') ||
    (mode === 'memory' && (again || isHandedOn(arrival)))
  return inMemory !== before && !began
}

/** The touches of this visit so far. */
export function touchesOfVisit(): readonly Touch[] {
  const stored = keepsTouches() ? storedTouches() : []
  return stored.length > 0 ? stored : inMemory
}

/** Whether anything may be kept on the device, even if only for the visit. */
export const keepsTouches = (): boolean => storage === 'session'

/**
 * The touches so far and the flat fields, read at the moment of the reservation: those of this
 * visit, behind those of earlier ones that the visitor let us remember.
 */
export function currentAttribution(): Attribution {
  const touches = joined(keepsTouches() ? rememberedTouches() : [], touchesOfVisit())
  return { touches, ...flatFields(touches) }
}

function persist(touches: readonly Touch[]): void {
  writeJson(KEY, touches)
  if (rememberedTouches().length > 0) remember(touches)
  for (const [name, value] of Object.entries(flatFields(touches))) {
    if (value) writeText(name, value)
    else removeKey(name)
  }
}

const storedTouches = (): readonly Touch[] => touchesIn(readJson(KEY))

function wasHereBefore(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type
  return type === 'reload' || type === 'back_forward'
}
