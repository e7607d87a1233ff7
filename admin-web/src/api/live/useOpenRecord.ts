import { useEffect } from 'react'
import { isAttended } from '@/api/attendance'

/** How often a tab says again which record it shows, in milliseconds; the server forgets it after 45 s. */
const RENEW_EVERY = 15_000

const ADDRESS = `/api/staff/live/tabs/${crypto.randomUUID()}`

/**
 * Tells colleagues that this tab shows the reservation, and whether somebody is typing there. A hidden
 * tab shows nothing.
 */
export function useOpenRecord(reservationId: number, isTyping: boolean): void {
  useEffect(() => {
    const renew = () => {
      if (!document.hidden) tell('PUT', { reservation_id: reservationId, is_typing: isTyping })
    }
    renew()
    const timer = setInterval(renew, RENEW_EVERY)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [reservationId, isTyping])
  useEffect(() => {
    const leave = () => tell('DELETE')
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/**
 * A hint that nobody waits for: it is not tried again, and a failure is no matter. `keepalive` lets the
 * last one go out while the tab is closed.
 */
function tell(method: 'PUT' | 'DELETE', body: object = {}): void {
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (!isAttended()) headers.set('Voltigo-Unattended', '1')
  fetch(ADDRESS, { method, headers, body: JSON.stringify(body), keepalive: true }).catch(
    () => undefined,
  )
}
