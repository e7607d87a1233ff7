import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { type AnyInput, send } from './client'
import type { Answer, Input, Optional, PathOf } from './operations'
import { keyOf } from './renewing'

interface StaffQueryOptions<T> {
  isEnabled?: boolean
  /** Milliseconds after which the answer is fetched again while the page is looked at. */
  refetchEvery?: number | ((answer: T | undefined) => number | false | undefined)
  /** Milliseconds for which an answer is not asked for again. */
  staleTime?: number
}

/**
 * A document of the staff API: `useStaffQuery('/api/staff/today')`. A session that has ended leads to
 * the log-in page.
 */
export function useStaffQuery<P extends PathOf<'get'>>(
  path: P,
  ...[options]: Optional<Input<'get', P> & StaffQueryOptions<Answer<'get', P>>>
): UseQueryResult<Answer<'get', P>>
export function useStaffQuery(path: string, options: AnyInput & StaffQueryOptions<unknown> = {}) {
  const { params, isEnabled, refetchEvery, staleTime } = options
  const leave = useLogoutIfAccessDenied()
  const parts = keyOf(path, params?.path)
  const query = useQuery({
    queryKey: params?.query ? [...parts, params.query] : parts,
    queryFn: ({ signal }) => send('get', path, { params, signal }),
    enabled: isEnabled ?? true,
    refetchInterval: ({ state }) =>
      typeof refetchEvery === 'function' ? refetchEvery(state.data) : (refetchEvery ?? false),
    ...(staleTime && { staleTime }),
    // The answer before stays while the same place is asked otherwise; that of another place never does.
    placeholderData: (previous, before) =>
      String(before?.queryKey.slice(0, parts.length)) === String(parts) ? previous : undefined,
  })
  const { error } = query
  useEffect(() => {
    if (error) leave(error).catch(() => undefined)
  }, [error, leave])
  return query
}
