import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { Consequences } from '../Consequences'

interface CancellationDialogProps {
  park: Park
  onClose: () => void
}

/** What calling the park off entails, its name typed, why, and the button. It is never taken back. */
export function CancellationDialog({ park, onClose }: CancellationDialogProps) {
  const { preview, needsSecond, form, setForm, submit, isBlocked, problem } = useCancellation(
    park,
    onClose,
  )
  return (
    <FormDialog
      title={`Park absagen: ${parkTitle(park)}`}
      button={needsSecond ? 'Zur Freigabe vorlegen' : 'Endgültig absagen'}
      isBlocked={isBlocked}
      isDangerous
      isWide
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Consequences preview={preview} />
      {needsSecond && (
        <p>
          Mehr als 25 Haushalte sind endgültig betroffen. Deshalb gibt eine zweite Person mit der
          Rolle Administration die Absage frei, auf der Seite „Freigaben“ oder von „Heute“ aus. Nach
          24 Stunden verfällt sie.
        </p>
      )}
      <TextField
        label="Grund"
        value={form.reason}
        onChange={({ target }) => setForm({ ...form, reason: target.value })}
        helperText="Steht im Verlauf des Parks und jeder Reservierung, nicht in den Mails."
        required
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
      <TextField
        label="Name des Parks"
        value={form.name}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
        helperText={`Zur Bestätigung bitte ${park.name} eintippen.`}
        required
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}

function useCancellation(park: Park, onDone: () => void) {
  const [form, setForm] = useState({ name: '', reason: '' })
  const params = { path: { park: park.id } }
  // Under a key of its own: with the park done, what would follow is not asked for again.
  const {
    data: preview,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['park-cancellation', park.id],
    queryFn: ({ signal }) =>
      call('get', '/api/staff/parks/{park}/cancellation', { params, signal }),
    gcTime: 0,
  })
  const { run, isRunning, problem } = useStaffChange('parks', 'today', 'reservations', 'alerts')
  const notify = useNotify()
  const needsSecond = preview?.needs_second_person === true
  const typed = { name: form.name.trim(), reason: form.reason.trim() }
  const isBlocked =
    isRunning || isFetching || !preview || typed.name !== park.name || typed.reason === ''

  async function submit() {
    if (isBlocked) return
    const body = { ...typed, confirmed_count: preview.reservations }
    const done = needsSecond
      ? await run('post', '/api/staff/operation-requests/parks/{park}', { params, body })
      : await run('post', '/api/staff/parks/{park}/cancellation', { params, body })
    if (!done) {
      // Households may have come or gone meanwhile: the next click goes by what is told then.
      void refetch()
      return
    }
    notify(
      needsSecond
        ? 'Zur Freigabe vorgelegt. Bis jemand zustimmt, ändert sich nichts.'
        : `${parkTitle(park)} ist abgesagt.`,
      { type: 'success' },
    )
    onDone()
  }

  return {
    ...{ preview, needsSecond, form, setForm, submit, isBlocked },
    problem: problem ?? (error && errorWords(error)),
  }
}
