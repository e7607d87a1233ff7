import { useQuery } from '@tanstack/react-query'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { TextInput } from '@/ui/form/inputs'
import type { Reservation } from '../../../types'
import { CorrectionDialog } from './CorrectionDialog'
import { useCorrection } from './useCorrection'

interface ReopenDialogProps {
  record: Reservation
  onClose: () => void
}

/** Takes an ended reservation up again; before those who wait only for a reason of its own. */
export function ReopenDialog({ record, onClose }: ReopenDialogProps) {
  const call = useCall()
  const path = { reservation_id: record.id }
  const edit = useCorrection({
    name: 'reopen',
    record,
    start: { past_waiting_reason: '' },
    save: (call, { reason, version, past_waiting_reason }) =>
      call('post', '/api/staff/reservations/{reservation_id}/reopen', {
        params: { path },
        body: { reason, version, past_waiting_reason },
      }),
    onClose,
  })
  const { data, error, isFetching } = useQuery({
    queryKey: ['correction-preview', 'reopen', record.id, record.version],
    queryFn: () =>
      call('post', '/api/staff/reservations/{reservation_id}/reopen/preview', { params: { path } }),
    // Once it is done there is nothing to preview any more, and asking again would be refused.
    enabled: !edit.isRunning,
    gcTime: 0,
    retry: false,
  })
  const refusal = error ? errorWords(error) : (data?.refusal?.detail ?? null)
  const isAwaited = !refusal && (data?.waiting ?? 0) > 0
  const isSaidWhy = !isAwaited || edit.values.past_waiting_reason !== ''
  return (
    <CorrectionDialog
      name="reopen"
      edit={edit}
      schema="ReopenIn"
      consequences={data?.consequences}
      refusal={refusal}
      isReady={data !== undefined && !isFetching && !refusal && isSaidWhy}
      isAlwaysTold
      onClose={onClose}
    >
      {isAwaited && (
        <TextInput
          source="past_waiting_reason"
          label="Warum vor der Warteliste"
          required
          hint={`Auf der Warteliste ${waitingWords(data?.waiting ?? 0)}.`}
        />
      )}
    </CorrectionDialog>
  )
}

const waitingWords = (count: number): string =>
  count === 1 ? 'steht ein Haushalt' : `stehen ${count} Haushalte`
