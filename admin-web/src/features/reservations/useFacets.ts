import { useQuery } from '@tanstack/react-query'
import { staffPath } from '@/api/dataProvider'
import { request } from '@/api/old/request'
import type { Facets } from './types'

/** The values to choose from in filters. They change rarely; the page works without them. */
export function useFacets(): Facets | undefined {
  return useQuery({
    queryKey: ['reservations', 'facets'],
    queryFn: ({ signal }) =>
      request<Facets>('GET', staffPath('reservations', 'facets'), undefined, signal),
    staleTime: 300_000,
  }).data
}
