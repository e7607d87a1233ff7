import { useMutation } from '@tanstack/react-query'
import type { Schemas } from '@/api/operations'
import { useCall } from '@/api/useCall'

/** Fetches a value that every document has masked, which is put on record. */
export function useReveal(
  reservation: number,
  field: Schemas['Revealable'],
  onValue: (value: string) => void,
) {
  const call = useCall()
  return useMutation({
    mutationFn: () =>
      call('post', '/api/staff/reservations/{reservation_id}/reveal', {
        params: { path: { reservation_id: reservation } },
        body: { field },
      }),
    onSuccess: ({ value }) => onValue(value),
  })
}
