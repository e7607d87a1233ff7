import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { staffPath } from '../dataProvider'
import { request } from './request'

interface StaffQueryOptions {
  isEnabled?: boolean
  /** Milliseconds after which the answer is fetched again while the page is looked at. */
  refetchEvery?: number
}

/**
 * A document of the staff API that is no record: `useStaffQuery<Today>('today')`. Its key is the
 * path's parts, so that `invalidateQueries({ queryKey: ['parks'] })` renews all there is about
 * parks. A session that has ended leads to the log-in page.
 */
export function useStaffQuery<T>(path: string, options: StaffQueryOptions = {}) {
  const { isEnabled = true, refetchEvery } = options
  const leave = useLogoutIfAccessDenied()
  const query = useQuery<T>({
    queryKey: path.split(/[/?]/),
    queryFn: ({ signal }) => request<T>('GET', staffPath(path), undefined, signal),
    enabled: isEnabled,
    refetchInterval: refetchEvery ?? false,
    placeholderData: (previous) => previous,
  })
  const { error } = query
  useEffect(() => {
    if (error) leave(error).catch(() => undefined)
  }, [error, leave])
  return query
}
