import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import { call } from '@/api/client'
import { formatNumber } from '@/lib/format'
import { useIsOutdated } from '@/ui/table/Table'
import { listFilters } from './query'

/** As far as the server counts along with a page; beyond it says only that there are more. */
const COUNTED = 1000

/** How many rows fit the filters; asked of the server only when `isAsked`. */
export function useCount(filters: Record<string, unknown>, isAsked: boolean) {
  const query = listFilters(filters)
  return useQuery({
    queryKey: ['reservations', 'count', query],
    queryFn: ({ signal }) =>
      call('get', '/api/staff/reservations/count', { params: { query }, signal }),
    enabled: isAsked,
  })
}

/** „316 Reservierungen“, or „mehr als 1.000“ with the exact count on demand. */
export function ListCount() {
  const { total, filterValues, isPending, error } = useListContext()
  const isUncounted = !isPending && !error && total == null
  const { data, refetch, isFetching } = useCount(filterValues ?? {}, false)
  const exact = total ?? data?.count
  if (useIsOutdated())
    return (
      <p className="hit-count">
        <span role="status">
          <b className="number">…</b> Reservierungen werden gesucht
        </span>
      </p>
    )
  if (isPending || error) return <p className="hit-count">&nbsp;</p>
  return (
    <p className="hit-count">
      <span role="status">
        <b className="number">
          {exact === undefined ? `mehr als ${formatNumber(COUNTED)}` : formatNumber(exact)}
        </b>{' '}
        {exact === 1 ? 'Reservierung' : 'Reservierungen'}
      </span>
      {isUncounted && exact === undefined && (
        <button
          type="button"
          className="text-button"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Wird gezählt' : 'Genau zählen'}
        </button>
      )}
    </p>
  )
}
