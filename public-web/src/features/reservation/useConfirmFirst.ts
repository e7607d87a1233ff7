import { useLocation, useNavigate } from 'react-router-dom'
import { useHydrated } from '@/lib/useHydrated'

/** Leads to what is said to a household that has to confirm first; the way back is the form as it was. */
export function useWayToConfirmation() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (until: string | null) => {
    navigate(`${pathname}${search}`, { state: { confirmFirst: { until } } })
  }
}

/** What the entry of the history says of it, also after a reload; null: the form is shown. */
export function useConfirmFirst(): { until: Date | null } | null {
  const { state } = useLocation()
  const hydrated = useHydrated()
  const kept = hydrated && (state as { confirmFirst?: { until?: unknown } } | null)?.confirmFirst
  if (!kept) return null
  const until = typeof kept.until === 'string' ? new Date(kept.until) : null
  return { until: until && !Number.isNaN(until.getTime()) ? until : null }
}
