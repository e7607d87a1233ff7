import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'

/** The park that the start page shows: the first one on sale that is built. */
export function usePilot() {
  const { data, error, refetch } = useStaffQuery('/api/staff/parks', { refetchEvery: NEWS_EVERY })
  const parks = data?.data ?? []
  const current = parks.filter(({ cancelled_at }) => cancelled_at === null)
  return {
    parks,
    pilot: current.find(({ spot_limit }) => spot_limit > 0) ?? current[0],
    error: data ? null : error,
    refetch,
  }
}
