import { isDirect, sameOrigin, type Touch } from './touch'

/** More touches than this in one visit are noise; the server takes no more either. */
export const MAX_TOUCHES = 20

/**
 * The touches of a visit after one more page start.
 *
 * A page start is a new touch only if it tells something new: not when the same page is reloaded
 * or reached by the back button (`again`), not when it repeats the last origin, and a direct
 * start only when the visit has no touch at all.
 */
export function withTouch(
  touches: readonly Touch[],
  touch: Touch,
  again: boolean,
): readonly Touch[] {
  const last = touches.at(-1)
  if (!last) return [touch]
  if (again || isDirect(touch) || sameOrigin(last, touch)) return touches
  return atMost([...touches, touch])
}

/** The touches of earlier visits and of this one, in order of time. A moment tells a touch apart. */
export function joined(earlier: readonly Touch[], own: readonly Touch[]): readonly Touch[] {
  const others = earlier.filter(({ at }) => own.every((touch) => touch.at !== at))
  return atMost([...others, ...own].sort((one, other) => (one.at < other.at ? -1 : 1)))
}

/** The touch a visit stands under: the last that tells an origin, else the direct start. */
export const touchOfVisit = (touches: readonly Touch[]): Touch | undefined =>
  lastOrigin(touches) ?? touches[0]

const lastOrigin = (touches: readonly Touch[]): Touch | undefined =>
  touches.filter((entry) => !isDirect(entry)).at(-1)

/** The first touch decides some attribution models, so it is never the one that is dropped. */
function atMost(touches: readonly Touch[]): readonly Touch[] {
  return touches.length > MAX_TOUCHES
    ? [touches[0] as Touch, ...touches.slice(1 - MAX_TOUCHES)]
    : touches
}

/** The three fields of the reservation that name its origin: the last touch that has one. */
export function flatFields(touches: readonly Touch[]) {
  const touch = lastOrigin(touches)
  return {
    utm_source: touch?.utm_source ?? '',
    utm_campaign: touch?.utm_campaign ?? '',
    referral_code: touch?.referral_code ?? '',
  }
}
