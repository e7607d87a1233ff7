import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { useStaffChange } from '@/api/useStaffChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { Consequences } from '../Consequences'

interface ConfirmationDialogProps {
  park: Park
  onClose: () => void
}

/** What confirming the park entails, what households read, and the button. */
export function ConfirmationDialog({ park, onClose }: ConfirmationDialogProps) {
  const { preview, form, setForm, submit, isBlocked, problem, errors } = useConfirmation(
    park,
    onClose,
  )
  return (
    <FormDialog
      title={`Park bestätigen: ${parkTitle(park)}`}
      button={preview?.households ? `Bestätigen, ${preview.households} Mails` : 'Bestätigen'}
      isBlocked={isBlocked}
      isWide
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Consequences preview={preview} />
      <TextInput
        label="Auskunft für Haushalte"
        hint="Wie es weitergeht. Steht in der Mail, auf der Website und auf „Meine Reservierung“."
        required
        multiline
        minRows={2}
        value={form.note}
        problem={errors.note}
        onValue={(note) => setForm({ ...form, note })}
        slotProps={{ htmlInput: { maxLength: 400 } }}
      />
      <TextInput
        label="Vermerk für uns (freiwillig)"
        hint="Steht nur im Verlauf des Parks."
        value={form.reason}
        problem={errors.reason}
        onValue={(reason) => setForm({ ...form, reason })}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}

function useConfirmation(park: Park, onDone: () => void) {
  const [form, setForm] = useState({ note: '', reason: '' })
  const params = { path: { park: park.id } }
  // Under a key of its own: with the park done, what would follow is not asked for again.
  const {
    data: preview,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['park-confirmation', park.id],
    queryFn: ({ signal }) =>
      call('get', '/api/staff/parks/{park}/confirmation', { params, signal }),
    gcTime: 0,
  })
  const { run, isRunning, problem, refusal, fieldErrors } = useStaffChange(
    'parks',
    'today',
    'mails',
    'reservations',
  )
  const notify = useNotify()
  const isBlocked = isRunning || isFetching || !preview || form.note.trim() === ''

  async function submit() {
    if (isBlocked) return
    const body = {
      confirmed_count: preview.households,
      note: form.note.replace(/\s+/g, ' ').trim(),
      reason: form.reason.trim(),
    }
    if (!(await run('post', '/api/staff/parks/{park}/confirmation', { params, body }))) {
      // Households may have come or gone meanwhile: the next click goes by what is told then.
      void refetch()
      return
    }
    notify(`${parkTitle(park)} ist bestätigt.`, { type: 'success' })
    onDone()
  }

  return {
    ...{ preview, form, setForm, submit, isBlocked, errors: fieldErrors },
    problem: refusal?.errors ? null : (problem ?? (error && errorWords(error))),
  }
}
