import { useEffect, useState } from 'react'
import { call } from '@/api/client'

/** How often a tab says again which record it shows, in milliseconds; the server forgets it after 45 s. */
const RENEW_EVERY = 15_000

const ADDRESS = '/api/staff/live/tabs/{tab}'
const params = { path: { tab: crypto.randomUUID() } }
/** A hint that fails is no matter for the page. */
const ignore = () => undefined

/** Whether a field of the page has the focus. */
function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    const enter = ({ target }: FocusEvent) =>
      setTyping(target instanceof Element && target.matches('input, textarea, select'))
    const leave = () => setTyping(false)
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
    }
  }, [])
  return isTyping
}

/**
 * Tells colleagues that this tab shows the reservation, and whether its user is typing there. A hidden
 * tab shows nothing.
 */
export function useOpenRecord(reservationId: number): void {
  const isTyping = useIsTyping()
  useEffect(() => {
    const renew = () => {
      const body = { reservation_id: reservationId, is_typing: isTyping }
      if (!document.hidden) call('put', ADDRESS, { params, body }).catch(ignore)
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
    const leave = () => {
      call('delete', ADDRESS, { params }).catch(ignore)
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
