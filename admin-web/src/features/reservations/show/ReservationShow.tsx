import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useOpenRecord } from '@/api/live/useOpenRecord'
import { NoRecord } from '@/ui/record/NoRecord'
import { RecordPage } from '@/ui/record/RecordPage'
import { neighbours } from '../list/useListOrder'
import { RecordCommands } from '../operations/RecordCommands'
import { showPath } from '../showPath'
import type { Reservation } from '../types'
import { useReservation } from '../useReservation'
import { useIsClerk } from '../useRole'
import { Duplicates } from './Duplicates'
import { Entered } from './Entered'
import { AskedChange } from './facts/asked'
import { Journey } from './facts/Journey'
import { Side } from './facts/Side'
import { ReservationHead } from './head/ReservationHead'
import './show.css'
import { NoteField } from './timeline/NoteField'
import { RecordTimeline } from './timeline/RecordTimeline'

const LIST = { to: '/reservations', label: 'Reservierungen' }

/** Everything stored about one reservation, and what can be done with it. */
export function ReservationShow() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useReservation(id)
  if (data) return <Record key={id} record={data} />
  return <NoRecord list={LIST} title="Reservierung" error={error} onRetry={refetch} />
}

function Record({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  const navigate = useNavigate()
  const [asked, ask] = useState<string | null>(null)
  const asking = useMemo(() => ({ asked, ask }), [asked])
  const { previous, next, words } = neighbours(record.id)
  const way = (id: number | undefined) =>
    id === undefined ? undefined : () => navigate(showPath({ id }))
  return (
    <AskedChange.Provider value={asking}>
      {isClerk && <OpenRecord id={record.id} />}
      {isClerk && <RecordCommands record={record} />}
      <RecordPage
        list={LIST}
        neighbours={{ words, what: 'Reservierung', onPrevious: way(previous), onNext: way(next) }}
        head={<ReservationHead record={record} />}
        notices={<Notices record={record} />}
        side={<Side record={record} />}
      >
        {isClerk && !record.erased_at && <NoteField record={record} />}
        <Duplicates record={record} />
        {isClerk ? (
          <RecordTimeline id={record.id} next={record.undo?.operation_id} />
        ) : (
          <Journey touches={record.touches} createdAt={record.created_at} />
        )}
      </RecordPage>
    </AskedChange.Provider>
  )
}

/** Colleagues see that one is here; marketing is shown to nobody and sees nobody. */
function OpenRecord({ id }: { id: number }) {
  useOpenRecord(id)
  return null
}

/** The way to the other reservations that this one has to do with. */
function Notices({ record }: { record: Reservation }) {
  const { handed_over_to_id: to, taken_over_from_id: from, merged_into_id: merged } = record
  return (
    <>
      {merged !== null && (
        <Band label="Zusammengeführt">
          <p>Diese Reservierung ist in einer anderen desselben Haushalts aufgegangen.</p>
          <Link to={`/reservations/${merged}/show`}>Zur bleibenden Reservierung</Link>
        </Band>
      )}
      {from !== null && (
        <Band label="Übernahme">
          <p>Dieser Haushalt hat den Platz von einem anderen übernommen.</p>
          <Link to={`/reservations/${from}/show`}>Zur früheren Reservierung</Link>
        </Band>
      )}
      {to !== null && (
        <Band label="Übergabe">
          <p>Dieser Haushalt hat seinen Platz an einen anderen übergeben.</p>
          <Link to={`/reservations/${to}/show`}>Zur Reservierung des anderen Haushalts</Link>
        </Band>
      )}
      <Entered record={record} />
    </>
  )
}

function Band({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="notice-band" aria-label={label}>
      {children}
    </section>
  )
}
