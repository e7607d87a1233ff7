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
  const all = [...touches, touch]
  // The first touch decides some attribution models, so it is never the one that is dropped.
  return all.length > MAX_TOUCHES ? [all[0] as Touch, ...all.slice(1 - MAX_TOUCHES)] : all
}

/** The three fields of the reservation that name its origin: the last touch that has one. */
export function flatFields(touches: readonly Touch[]) {
  const touch = touches.findLast((entry) => !isDirect(entry))
  return {
    utm_source: touch?.utm_source ?? '',
    utm_campaign: touch?.utm_campaign ?? '',
    referral_code: touch?.referral_code ?? '',
  }
}
