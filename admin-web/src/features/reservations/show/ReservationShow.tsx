import { Link, useParams } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { householdName } from '@/lib/reservationWords'
import { Page } from '@/ui/page/Page'
import { Erasure } from '../erasure/Erasure'
import { RecordCommands } from '../operations/RecordCommands'
import { UndoBanner } from '../operations/UndoBanner'
import type { Reservation } from '../types'
import { useReservation } from '../useReservation'
import { useIsAdmin, useIsClerk } from '../useRole'
import { Consents } from './Consents'
import { Desk } from './Desk'
import { Duplicates } from './Duplicates'
import { Figures } from './Figures'
import { Facts } from './facts/Facts'
import { Journey } from './Journey'
import { Mails } from './Mails'
import { Neighbours } from './Neighbours'
import { OperationList } from './OperationList'
import { Referral } from './Referral'
import { ShowSkeleton } from './ShowSkeleton'
import { Summary } from './Summary'
import { Timeline } from './Timeline'

/** Everything stored about one reservation, and what can be done with it. */
export function ReservationShow() {
  const id = Number(useParams().id)
  const { data, error } = useReservation(id)
  if (data) return <Record key={id} record={data} />
  if (!error) return <ShowSkeleton />
  return (
    <Page title="Reservierung" overline={<Link to="/reservations">Reservierungen</Link>}>
      <section className="sheet" role="alert">
        <p>{errorWords(error)}</p>
        <Link to="/reservations">Zur Liste der Reservierungen</Link>
      </section>
    </Page>
  )
}

function Record({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  const isAdmin = useIsAdmin()
  return (
    <Page
      title={householdName(record)}
      overline={
        <>
          <Link to="/reservations">Reservierungen</Link>
          {record.reference && <span className="tabular"> · {record.reference}</span>}
        </>
      }
      actions={<Neighbours record={record} isClerk={isClerk} />}
    >
      {isClerk && <RecordCommands record={record} />}
      {record.undo && isClerk && <UndoBanner undo={record.undo} />}
      {record.merged_into_id !== null && <MergedInto id={record.merged_into_id} />}
      <PassedOn record={record} />
      <Summary record={record} />
      <div className="record">
        <div className="record-main">
          <Duplicates record={record} />
          <Figures record={record} />
          <Journey touches={record.touches} createdAt={record.created_at} />
          {isClerk && <Mails mails={record.mails} />}
          {isClerk && <Consents consents={record.consents} id={record.id} />}
          {isClerk && <Timeline changes={record.timeline} />}
        </div>
        <div className="record-aside">
          {isClerk && <OperationList record={record} />}
          {isClerk && <Desk record={record} />}
          <Facts record={record} />
          {isClerk && <Referral referral={record.referral} />}
          {isAdmin && <Erasure record={record} />}
        </div>
      </div>
    </Page>
  )
}

/** The way between the two reservations of a place that changed hands. */
function PassedOn({ record: { handed_over_to_id: to, taken_over_from_id: from } }: Both) {
  if (to === null && from === null) return null
  return (
    <section className="notice-band" aria-label="Übergabe">
      {from !== null && (
        <>
          <p>Dieser Haushalt hat den Platz von einem anderen übernommen.</p>
          <Link to={`/reservations/${from}/show`}>Zur früheren Reservierung</Link>
        </>
      )}
      {to !== null && (
        <>
          <p>Dieser Haushalt hat seinen Platz an einen anderen übergeben.</p>
          <Link to={`/reservations/${to}/show`}>Zur Reservierung des anderen Haushalts</Link>
        </>
      )}
    </section>
  )
}

interface Both {
  record: Reservation
}

function MergedInto({ id }: { id: number }) {
  return (
    <section className="notice-band" aria-label="Zusammengeführt">
      <p>Diese Reservierung ist in einer früheren desselben Haushalts aufgegangen.</p>
      <Link to={`/reservations/${id}/show`}>Zur früheren Reservierung</Link>
    </section>
  )
}
