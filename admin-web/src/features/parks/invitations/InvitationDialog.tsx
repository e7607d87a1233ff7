import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { call } from '@/api/client'
import { errorWords } from '@/api/problem'
import { germanNumber } from '@/lib/germanNumber'
import { FormDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { useEdit } from '@/ui/form/useEdit'
import { UndoNotice } from '@/ui/page/UndoNotice'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { Consequences } from '../Consequences'

interface InvitationDialogProps {
  park: Park
  /** How many can be invited. */
  ready: number
  onClose: () => void
}

/** A first batch that a small team can answer questions of. */
const FIRST = 25

/** How many to invite, what that entails, and the button. */
export function InvitationDialog(props: InvitationDialogProps) {
  const { park, ready, onClose } = props
  const edit = useInvitations(props)
  const isNumber = isWithin(edit.values.most, ready)
  const preview = { ...previewOf(park.id, edit.values.most), enabled: isNumber }
  const { data, error, isFetching } = useQuery(preview)
  const households = isNumber ? (data?.households ?? 0) : 0
  return (
    <FormDialog
      edit={edit}
      title={`Zum Vertrag einladen: ${parkTitle(park)}`}
      button={households ? `${households} einladen` : 'Einladen'}
      maxWidth="sm"
      isBlocked={isFetching || households === 0}
      problem={
        isNumber ? error && errorWords(error) : `Bitte geben Sie eine Zahl von 1 bis ${ready} ein.`
      }
      onClose={onClose}
    >
      <TextInput
        source="most"
        label="Wie viele Haushalte"
        hint={`In der Reihenfolge der Plätze, höchstens ${ready}.`}
        html={{ inputMode: 'numeric' }}
        required
      />
      {isNumber && !error && <Consequences preview={data} />}
    </FormDialog>
  )
}

function isWithin(text: string, most: number): boolean {
  const number = germanNumber(text)
  return number !== null && Number.isInteger(number) && number >= 1 && number <= most
}

function useInvitations({ park, ready, onClose }: InvitationDialogProps) {
  const notify = useNotify()
  const queries = useQueryClient()
  return useEdit({
    start: { most: String(Math.min(ready, FIRST)) },
    save: (call, { most }) => {
      const counted = queries.getQueryData(previewOf(park.id, most).queryKey)
      return call('post', '/api/staff/parks/{park}/invitations', {
        params: { path: { park: park.id } },
        body: { most: germanNumber(most) ?? 0, confirmed_count: counted?.households ?? 0 },
      })
    },
    renews: ['parks', 'today', 'mails', 'reservations'],
    onSaved: (answer) => {
      if (answer)
        notify(<UndoNotice words={invitedWords(answer.done)} operationId={answer.operation_id} />, {
          autoHideDuration: 10_000,
        })
      onClose()
    },
    // The number of households has changed meanwhile: preview again before the next click.
    onRefused: () => queries.invalidateQueries({ queryKey: [PREVIEW, park.id] }),
  })
}

/** Its own query key, so that renewing the park does not ask for another preview. */
const PREVIEW = 'park-invitations'

const previewOf = (park: string, most: string) =>
  queryOptions({
    queryKey: [PREVIEW, park, most],
    queryFn: ({ signal }) =>
      call('post', '/api/staff/parks/{park}/invitations/preview', {
        params: { path: { park } },
        body: { most: germanNumber(most) ?? 0 },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })

const invitedWords = (count: number): string =>
  count === 1 ? '1 Haushalt eingeladen.' : `${count} Haushalte eingeladen.`
