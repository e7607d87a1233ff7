import { useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { Consequences } from '../Consequences'

interface CancellationDialogProps {
  park: Park
  onClose: () => void
}

/** What calling the park off entails, its name typed, why, and the button. It is never taken back. */
export function CancellationDialog({ park, onClose }: CancellationDialogProps) {
  const params = { path: { park: park.id } }
  const { data: preview, error, isFetching, refetch } = usePreview(park)
  const needsSecond = preview?.needs_second_person === true
  return (
    <EditDialog
      title={`Park absagen: ${parkTitle(park)}`}
      button={needsSecond ? 'Zur Freigabe vorlegen' : 'Endgültig absagen'}
      isDangerous
      maxWidth="sm"
      schema="CancellationIn"
      start={{ reason: '', name: '' }}
      isBlocked={({ values: { name, reason } }) =>
        isFetching || !preview || name !== park.name || reason === ''
      }
      problem={error && errorWords(error)}
      save={(call, typed): Promise<unknown> => {
        const body = { ...typed, confirmed_count: preview?.reservations ?? 0 }
        return needsSecond
          ? call('post', '/api/staff/operation-requests/parks/{park}', { params, body })
          : call('post', '/api/staff/parks/{park}/cancellation', { params, body })
      }}
      renews={['parks', 'today', 'reservations', 'alerts']}
      done={
        needsSecond
          ? 'Zur Freigabe vorgelegt. Bis jemand zustimmt, ändert sich nichts.'
          : `${parkTitle(park)} ist abgesagt.`
      }
      // Households may have come or gone meanwhile: the next click goes by what is told then.
      onRefused={refetch}
      onClose={onClose}
    >
      <Consequences preview={preview} />
      {needsSecond && (
        <p>
          Mehr als 25 Haushalte sind endgültig betroffen. Deshalb gibt eine zweite Person mit der
          Rolle Administration die Absage frei, auf der Seite „Freigaben“ oder von „Heute“ aus. Nach
          24 Stunden verfällt sie.
        </p>
      )}
      <TextInput
        source="reason"
        label="Grund"
        hint="Steht im Verlauf des Parks und jeder Reservierung, nicht in den Mails."
        required
      />
      <TextInput
        source="name"
        label="Name des Parks"
        hint={`Zur Bestätigung bitte ${park.name} eintippen.`}
        required
      />
    </EditDialog>
  )
}

/** Under a key of its own: with the park done, what would follow is not asked for again. */
const usePreview = ({ id }: Park) =>
  useQuery({
    queryKey: ['park-cancellation', id],
    queryFn: ({ signal }) =>
      call('get', '/api/staff/parks/{park}/cancellation', {
        params: { path: { park: id } },
        signal,
      }),
    gcTime: 0,
  })
