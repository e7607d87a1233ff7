import { readJson, removeKey, writeJson, writeText } from '../sessionStore'
import { type Touch, touchOf, UTM_FIELDS } from './touch'
import { flatFields, withTouch } from './visit'

/** Where the touches live: in session storage, or only as long as the page is open. */
export type AttributionStorage = 'session' | 'memory'

/** The touches of a visit together with the three flat fields, as a reservation sends them. */
export type Attribution = ReturnType<typeof flatFields> & { touches: readonly Touch[] }

const KEY = 'touches'

let inMemory: readonly Touch[] = []
let storage: AttributionStorage = 'session'

/**
 * Records how the visitor came. Runs once per page load and before the router starts, so that no
 * redirect or navigation can lose the query.
 */
export function captureTouch(mode: AttributionStorage): void {
  storage = mode
  const touch = touchOf({
    url: new URL(window.location.href),
    referrer: document.referrer,
    at: new Date(),
  })
  const before = mode === 'session' ? storedTouches() : []
  inMemory = withTouch(before, touch, wasHereBefore())
  if (mode === 'session') persist(inMemory)
}

/** The touches so far and the flat fields, read at the moment of the reservation. */
export function currentAttribution(): Attribution {
  const stored = storage === 'session' ? storedTouches() : []
  const touches = stored.length > 0 ? stored : inMemory
  return { touches, ...flatFields(touches) }
}

function persist(touches: readonly Touch[]): void {
  writeJson(KEY, touches)
  for (const [name, value] of Object.entries(flatFields(touches))) {
    if (value) writeText(name, value)
    else removeKey(name)
  }
}

function storedTouches(): readonly Touch[] {
  const stored = readJson(KEY)
  return Array.isArray(stored) ? stored.filter(isTouch) : []
}

function isTouch(value: unknown): value is Touch {
  if (typeof value !== 'object' || value === null) return false
  const names = [...UTM_FIELDS, 'referral_code', 'referrer_host', 'landing_path', 'at']
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')
}

function wasHereBefore(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type
  return type === 'reload' || type === 'back_forward'
}
