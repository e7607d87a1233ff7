import { useMutation } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useDoneNotice } from '../../operations/useOperations'
import type { Reservation } from '../../types'

/** Sets or clears the day, by the day that was seen and nothing else; it can be taken back. */
export function useFollowUp({ id, follow_up_on }: Reservation) {
  const call = useCall()
  const refresh = useRefresh()
  const notify = useNotify()
  const notice = useDoneNotice('set_follow_up')
  const { mutate, isPending } = useMutation({
    mutationFn: (day: string | null) =>
      call('put', '/api/staff/reservations/{reservation_id}/follow-up', {
        params: { path: { reservation_id: id } },
        body: { day, seen: follow_up_on },
      }),
    onSuccess: ({ day, ...done }) => {
      refresh()
      notice({ ...done, done: 1 }, { day })
    },
    onError: (error) => {
      refresh()
      notify(errorWords(error), { type: 'error' })
    },
  })
  return { move: mutate, isPending }
}
