import { useStaffQuery } from '@/api/useStaffQuery'

/** The values to choose from in filters. They change rarely; the page works without them. */
export const useFacets = () =>
  useStaffQuery('/api/staff/reservations/facets', { staleTime: 300_000 }).data
