import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { defaultPathSerializer } from 'openapi-fetch'
import { useEffect } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { type AnyInput, send } from './client'
import type { Answer, Input, Optional, PathOf } from './operations'

interface StaffQueryOptions {
  isEnabled?: boolean
  /** Milliseconds after which the answer is fetched again while the page is looked at. */
  refetchEvery?: number
  /** Milliseconds for which an answer is not asked for again. */
  staleTime?: number
}

/**
 * A document of the staff API: `useStaffQuery('/api/staff/today')`. A session that has ended leads to
 * the log-in page.
 */
export function useStaffQuery<P extends PathOf<'get'>>(
  path: P,
  ...[options]: Optional<Input<'get', P> & StaffQueryOptions>
): UseQueryResult<Answer<'get', P>>
export function useStaffQuery(path: string, options: AnyInput & StaffQueryOptions = {}) {
  const { params, isEnabled, refetchEvery, staleTime } = options
  const leave = useLogoutIfAccessDenied()
  const query = useQuery({
    queryKey: queryKey(path, params),
    queryFn: ({ signal }) => send('get', path, { params, signal }),
    enabled: isEnabled ?? true,
    refetchInterval: refetchEvery ?? false,
    ...(staleTime && { staleTime }),
    placeholderData: (previous) => previous,
  })
  const { error } = query
  useEffect(() => {
    if (error) leave(error).catch(() => undefined)
  }, [error, leave])
  return query
}

/** The parts of the address and the query, so that `['parks']` is the key of all there is about parks. */
export function queryKey(path: string, { path: places = {}, query }: AnyInput['params'] = {}) {
  const parts = defaultPathSerializer(path.replace('/api/staff/', ''), places).split('/')
  return query ? [...parts, query] : parts
}
