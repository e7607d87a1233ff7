import { useReservation } from '../useReservation'
import { TimelineEntry } from './timeline/Entry'
import { NoteEntry } from './timeline/NoteEntry'
import { NoteField } from './timeline/NoteField'
import { useTimeline } from './timeline/useTimeline'
import './show.css'

const SHOWN = 5

/** A note field and the last events of a reservation, in the pane of „Heute“. */
export function RecordBeside({ reservation: id }: { reservation: number }) {
  const { data: record } = useReservation(id)
  const { data, isPlaceholderData } = useTimeline(id, undefined)
  const page = isPlaceholderData ? undefined : data?.pages[0]
  return (
    <section className="record-beside" aria-label="Notiz und Verlauf" aria-busy={!page}>
      {record && !record.erased_at && <NoteField key={id} record={record} />}
      <ol className="record-timeline">
        {page?.pinned.map((note) => (
          <NoteEntry key={note.id} note={note} id={id} />
        ))}
        {page?.entries.slice(0, SHOWN).map((entry) => (
          <TimelineEntry key={entry.key} entry={entry} id={id} />
        ))}
      </ol>
    </section>
  )
}
