import { Link, useParams } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { householdName } from '@/lib/reservationWords'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { VersionedForm } from '@/ui/form/VersionedForm'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { Page } from '@/ui/page/Page'
import { showPath } from '../list/columns'
import { ShowSkeleton } from '../show/ShowSkeleton'
import type { Reservation } from '../types'
import { useReservation } from '../useReservation'
import { useIsClerk } from '../useRole'
import { EditFields } from './EditFields'
import { RESERVATION } from './kind'

/** Name, contact, tags and follow-up of one reservation. */
export function ReservationEdit() {
  return useIsClerk() ? <Editing /> : <AccessDenied />
}

function Editing() {
  const id = Number(useParams().id)
  const { data, error } = useReservation(id)
  if (!data && !error) return <ShowSkeleton />
  return (
    <Page
      title={data ? `${householdName(data)} bearbeiten` : 'Reservierung bearbeiten'}
      overline={<Link to={showPath({ id })}>{data?.reference ?? 'Zur Reservierung'}</Link>}
    >
      {data ? (
        <Form key={id} record={data} />
      ) : (
        <section className="sheet" role="alert">
          <p>{errorWords(error)}</p>
        </section>
      )}
    </Page>
  )
}

function Form({ record }: { record: Reservation }) {
  const call = useCall()
  const path = showPath(record)
  const edit = useVersionedSave(RESERVATION, record, {
    page: `reservation ${record.id}`,
    keeping: 'memory',
    renews: ['reservations'],
    save: (changes, { id, version }) =>
      call('patch', '/api/staff/reservations/{reservation_id}', {
        params: { path: { reservation_id: id } },
        body: { ...changes, version },
      }),
    onSaved: () => ({ path, words: 'Gespeichert.' }),
  })
  return (
    <VersionedForm edit={edit} back={path}>
      <EditFields record={edit.base} edit={edit} />
    </VersionedForm>
  )
}
