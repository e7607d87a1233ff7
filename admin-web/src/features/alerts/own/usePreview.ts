import { useQuery } from '@tanstack/react-query'
import { useCall } from '@/api/useCall'
import { useSettled } from '@/lib/useSettled'
import type { AlertBody } from './ownAlert'

/** How long typing rests before a year is counted again, in milliseconds. */
const REST = 600

/** What an alert would have done in the last year, for what is typed; `null` while it cannot be read. */
export function usePreview(body: AlertBody | null) {
  const call = useCall()
  // Whom to tell, and when, changes nothing of what would have been found.
  const asked = body && {
    ...body,
    by_mail: false,
    quiet_from: null,
    quiet_to: null,
    quiet_days: [],
  }
  const settled = useSettled(JSON.stringify(asked), REST)
  const query = useQuery({
    queryKey: ['figure-alert-preview', settled],
    queryFn: ({ signal }) =>
      call('post', '/api/staff/figure-alerts/preview', { body: JSON.parse(settled), signal }),
    enabled: settled !== 'null',
    staleTime: 60_000,
    retry: false,
  })
  return { ...query, isWaiting: settled !== JSON.stringify(asked) || query.isFetching }
}
