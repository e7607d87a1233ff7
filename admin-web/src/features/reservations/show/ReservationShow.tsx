import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useOpenRecord } from '@/api/live/useOpenRecord'
import { errorWords } from '@/api/problem'
import { Page } from '@/ui/page/Page'
import { RecordCommands } from '../operations/RecordCommands'
import type { Reservation } from '../types'
import { useReservation } from '../useReservation'
import { useIsClerk } from '../useRole'
import { Duplicates } from './Duplicates'
import { Entered } from './Entered'
import { AskedChange } from './facts/asked'
import { Journey } from './facts/Journey'
import { Side } from './facts/Side'
import { Breadcrumb } from './head/Breadcrumb'
import { RecordHead } from './head/RecordHead'
import './record.css'
import { ShowSkeleton } from './ShowSkeleton'
import { NoteField } from './timeline/NoteField'
import { RecordTimeline } from './timeline/RecordTimeline'

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
  const [asked, ask] = useState<string | null>(null)
  const asking = useMemo(() => ({ asked, ask }), [asked])
  return (
    <AskedChange.Provider value={asking}>
      <div className="record-page">
        {isClerk && <OpenRecord id={record.id} />}
        {isClerk && <RecordCommands record={record} />}
        <Breadcrumb record={record} />
        <RecordHead record={record} />
        {record.merged_into_id !== null && <MergedInto id={record.merged_into_id} />}
        <PassedOn record={record} />
        <Entered record={record} />
        <div className="record">
          <div className="record-main">
            {isClerk && !record.erased_at && <NoteField record={record} />}
            <Duplicates record={record} />
            {isClerk ? (
              <RecordTimeline id={record.id} next={record.undo?.operation_id} />
            ) : (
              <Journey touches={record.touches} createdAt={record.created_at} />
            )}
          </div>
          <Side record={record} />
        </div>
      </div>
    </AskedChange.Provider>
  )
}

/** Colleagues see that one is here; marketing is shown to nobody and sees nobody. */
function OpenRecord({ id }: { id: number }) {
  useOpenRecord(id)
  return null
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
