import { Link, useParams } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { householdName } from '@/lib/reservationWords'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { Page } from '@/ui/page/Page'
import { showPath } from '../list/columns'
import { ShowSkeleton } from '../show/ShowSkeleton'
import { useReservation } from '../useReservation'
import { useIsClerk } from '../useRole'
import { EditForm } from './EditForm'

/** Name, contact, notes, tags and follow-up of one reservation. */
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
      isSearchHidden
    >
      {data ? (
        <EditForm key={id} record={data} />
      ) : (
        <section className="sheet" role="alert">
          <p>{errorWords(error)}</p>
        </section>
      )}
    </Page>
  )
}
