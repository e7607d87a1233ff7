import { readJson, writeJson } from '../browserStore'
import { forgetTouches, remember, rememberedTouches } from './memory'
import { keepsTouches, touchesOfVisit } from './store'
import { isFromCampaign } from './touch'

/** Whether the touch may be remembered on the device. */
export type Consent = 'not_asked' | 'unanswered' | 'yes' | 'no'

/** A no is kept for the visit, so that nobody is asked twice in it; a yes is what is remembered. */
const REFUSED = 'remember_touches'

/**
 * How the visitor has answered. Only who came by a campaign or a recommendation is asked, and
 * nobody where the operator wants nothing kept on the device.
 */
export function consent(): Consent {
  if (!keepsTouches()) return 'not_asked'
  if (rememberedTouches().length > 0) return 'yes'
  if (readJson(REFUSED) === false) return 'no'
  return touchesOfVisit().some(isFromCampaign) ? 'unanswered' : 'not_asked'
}

/**
 * Keeps the answer. A no also withdraws an earlier yes, and a yes that the browser refuses to keep
 * counts as a no: nobody is asked again for it.
 */
export function answer(yes: boolean): void {
  if (yes) remember(touchesOfVisit())
  else forgetTouches()
  if (rememberedTouches().length === 0) writeJson(REFUSED, false)
}
