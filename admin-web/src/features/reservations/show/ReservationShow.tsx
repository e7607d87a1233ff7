import { type ReactNode, useContext, useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useOpenRecord } from '@/api/live/useOpenRecord'
import { householdName } from '@/lib/reservationWords'
import { useShortcut } from '@/ui/keys/useShortcut'
import { useUndo } from '@/ui/page/useUndo'
import { useNoteRecent } from '@/ui/palette/recent'
import { useRecordActions } from '@/ui/palette/recordActions'
import { NoRecord } from '@/ui/record/NoRecord'
import { RecordPage } from '@/ui/record/RecordPage'
import { Suspicion } from '../duplicates/Suspicion'
import { neighbours } from '../list/useListOrder'
import { OperationDialog } from '../operations/OperationDialog'
import {
  actionsOf,
  BEGUN,
  correctionsOf,
  EDIT,
  refusalOf,
  WRITE,
} from '../operations/recordActions'
import { showPath } from '../showPath'
import type { Reservation } from '../types'
import { useReservation } from '../useReservation'
import { useIsClerk } from '../useRole'
import { Entered } from './Entered'
import { AskedChange } from './facts/asked'
import { Journey } from './facts/Journey'
import { Side } from './facts/Side'
import { ReservationHead } from './head/ReservationHead'
import { NoteField } from './timeline/NoteField'
import { RecordTimeline } from './timeline/RecordTimeline'
import './show.css'

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

/** Other reservations that may be the same household's, beside this one. */
function Duplicates({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  if (!isClerk || record.duplicates.length === 0 || record.duplicate_checked) return null
  const members = [record, ...record.duplicates].sort((one, other) =>
    one.created_at.localeCompare(other.created_at),
  )
  return <Suspicion title="Vielleicht doppelt" members={members} currentId={record.id} />
}

const labelOf = (name: string) => BEGUN.find((one) => one.name === name)?.label ?? name

/** What can be done with this reservation by the palette and by keys: begun where it is chosen, taken back by `z`. */
function RecordCommands({ record }: { record: Reservation }) {
  const [operation, setOperation] = useState<string>()
  const navigate = useNavigate()
  const title = `${householdName(record)}, Platz ${record.spot_number}`
  const { mutate: takeBack, isPending } = useUndo()
  const notify = useNotify()
  // Always with an answer: a key that does nothing leaves the user to wonder whether it was pressed.
  useShortcut('z', () => {
    if (record.undo) !isPending && takeBack(record.undo.operation_id)
    else if (record.no_undo) notify(record.no_undo, { type: 'info' })
  })
  useNoteRecent(record.id)
  const write = () => navigate(`/messages/new/${record.id}`)
  useShortcut('m', () => !record.erased_at && write())
  const { ask } = useContext(AskedChange)
  const corrections = correctionsOf(record)
  useShortcut('b', () => !record.erased_at && ask(EDIT))
  useShortcut('p', () => corrections.includes('move_spot') && ask('move_spot'))
  useRecordActions({ id: record.id, title, actions: actionsOf(record) }, (name) => {
    const refusal = refusalOf(record, name)
    if (refusal) notify(`${labelOf(name)}: ${refusal}`, { type: 'info' })
    else if (name === EDIT || corrections.includes(name)) ask(name)
    else if (name === WRITE) write()
    else setOperation(name)
  })
  if (!operation) return null
  return (
    <OperationDialog
      name={operation}
      ids={[record.id]}
      version={record.version}
      initial={{ day: record.follow_up_on }}
      onClose={() => setOperation(undefined)}
    />
  )
}
