import { touchesOfVisit } from '@/lib/attribution/store'
import { HANDED_ON, isDirect } from '@/lib/attribution/touch'
import { touchOfVisit } from '@/lib/attribution/visit'

/**
 * Where nothing may be kept on the device, the address hands on what is known of the origin: a link to another page of
 * ours gets the query that this one came with, and where the visit began, unless it has a query of its own.
 */
export function carryOrigin(): void {
  const touch = touchOfVisit(touchesOfVisit())
  if (!touch || isDirect(touch)) return
  const query = new URLSearchParams(window.location.search)
  query.set(HANDED_ON.landing_path, touch.landing_path)
  if (touch.referrer_host) query.set(HANDED_ON.referrer_host, touch.referrer_host)
  const follow = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]')
    if (link?.origin === window.location.origin && !link.search) link.search = String(query)
  }
  document.addEventListener('click', follow, { capture: true })
}
