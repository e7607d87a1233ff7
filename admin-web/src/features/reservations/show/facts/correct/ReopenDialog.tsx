import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import type { Reservation } from '../../../types'
import { CorrectionDialog } from './CorrectionDialog'
import { useCorrection } from './useCorrection'

interface ReopenDialogProps {
  record: Reservation
  onClose: () => void
}

/** Takes an ended reservation up again; before those who wait only for a reason of its own. */
export function ReopenDialog({ record, onClose }: ReopenDialogProps) {
  const state = useCorrection('reopen', record, onClose)
  const [past, setPast] = useState('')
  const call = useCall()
  const path = { reservation_id: record.id }
  const { data, error, isFetching } = useQuery({
    queryKey: ['correction-preview', 'reopen', record.id, record.version],
    queryFn: () =>
      call('post', '/api/staff/reservations/{reservation_id}/reopen/preview', { params: { path } }),
    // Once it is done there is nothing to preview any more, and asking again would be refused.
    enabled: !state.isRunning,
    gcTime: 0,
    retry: false,
  })
  const refusal = error ? errorWords(error) : (data?.refusal?.detail ?? null)
  const isAwaited = !refusal && (data?.waiting ?? 0) > 0
  const perform = () =>
    state.perform(({ reason, version }) =>
      state.run('post', '/api/staff/reservations/{reservation_id}/reopen', {
        params: { path },
        body: { reason, version, past_waiting_reason: past.trim() },
      }),
    )
  return (
    <CorrectionDialog
      name="reopen"
      state={state}
      consequences={data?.consequences}
      refusal={refusal}
      isReady={data !== undefined && !isFetching && !refusal && (!isAwaited || past.trim() !== '')}
      isAlwaysTold
      onClose={onClose}
      onSubmit={perform}
    >
      {isAwaited && (
        <TextField
          label="Warum vor der Warteliste"
          required
          value={past}
          onChange={({ target }) => setPast(target.value)}
          helperText={`Auf der Warteliste ${waitingWords(data?.waiting ?? 0)}.`}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
    </CorrectionDialog>
  )
}

const waitingWords = (count: number): string =>
  count === 1 ? 'steht ein Haushalt' : `stehen ${count} Haushalte`
