import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '@/api/client'
import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'

export type Entry = Schemas['TimelineEntryOut']
export type Note = Schemas['ReservationNoteOut']
export type Group = Schemas['TimelineGroup']

/** What happened, newest first; a further page is fetched when it is asked for. */
export function useTimeline(id: number, group: Group | undefined) {
  return useInfiniteQuery({
    queryKey: ['reservations', String(id), 'timeline', group ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call('get', '/api/staff/reservations/{reservation_id}/timeline', {
        params: {
          path: { reservation_id: id },
          query: { ...(group && { group }), ...(pageParam && { after: pageParam }) },
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
    refetchInterval: NEWS_EVERY,
    placeholderData: (previous) => previous,
  })
}
