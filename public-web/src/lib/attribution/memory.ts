import { readJson, removeKey, writeJson } from '../browserStore'
import { isFromCampaign, type Touch, touchesIn } from './touch'
import { joined } from './visit'

/** Who consents is remembered for this long: each touch from its own moment. */
export const KEPT_DAYS = 30

const KEPT_MS = KEPT_DAYS * 86_400_000
const KEY = 'remembered_touches'

/**
 * The touches of earlier visits that the visitor let us remember on the device, oldest first. What
 * is too old is deleted with this look.
 */
export function rememberedTouches(): readonly Touch[] {
  const stored = touchesIn(readJson(KEY, 'localStorage'))
  const fresh = stored.filter(({ at }) => Date.now() - Date.parse(at) < KEPT_MS)
  if (fresh.length < stored.length || fresh.length === 0) keep(fresh)
  return fresh
}

/** Adds the touches that name a campaign or a recommendation. Only after a consent. */
export const remember = (touches: readonly Touch[]): void =>
  keep(joined(rememberedTouches(), touches.filter(isFromCampaign)))

export const forgetTouches = (): void => keep([])

function keep(touches: readonly Touch[]): void {
  if (touches.length > 0) writeJson(KEY, touches, 'localStorage')
  else removeKey(KEY, 'localStorage')
}
