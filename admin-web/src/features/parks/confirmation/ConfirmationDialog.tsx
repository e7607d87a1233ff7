import { useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { Consequences } from '../Consequences'

interface ConfirmationDialogProps {
  park: Park
  onClose: () => void
}

/** What confirming the park entails, what households read, and the button. */
export function ConfirmationDialog({ park, onClose }: ConfirmationDialogProps) {
  const params = { path: { park: park.id } }
  // Under a key of its own: with the park done, what would follow is not asked for again.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['park-confirmation', park.id],
    queryFn: ({ signal }) =>
      call('get', '/api/staff/parks/{park}/confirmation', { params, signal }),
    gcTime: 0,
  })
  return (
    <EditDialog
      title={`Park bestätigen: ${parkTitle(park)}`}
      button={data?.households ? `Bestätigen, ${data.households} Mails` : 'Bestätigen'}
      maxWidth="sm"
      schema="services__reservations__desk__parks__staff_api__ConfirmationIn"
      start={{ note: '', reason: '' }}
      isBlocked={({ values }) => isFetching || !data || values.note === ''}
      problem={error && errorWords(error)}
      save={(call, { note, reason }) =>
        call('post', '/api/staff/parks/{park}/confirmation', {
          params,
          body: {
            confirmed_count: data?.households ?? 0,
            note: note.replace(/\s+/g, ' '),
            reason,
          },
        })
      }
      renews={['parks', 'today', 'mails', 'reservations']}
      done={`${parkTitle(park)} ist bestätigt.`}
      // Households may have come or gone meanwhile: the next click goes by what is told then.
      onRefused={refetch}
      onClose={onClose}
    >
      <Consequences preview={data} />
      <TextInput
        source="note"
        label="Auskunft für Haushalte"
        hint="Wie es weitergeht. Steht in der Mail, auf der Website und auf „Meine Reservierung“."
        required
        minRows={2}
      />
      <TextInput
        source="reason"
        label="Vermerk für uns (freiwillig)"
        hint="Steht nur im Verlauf des Parks."
      />
    </EditDialog>
  )
}
