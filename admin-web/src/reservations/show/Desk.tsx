import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { berlinDay } from '@/fields/reservationWords'
import { Section } from '@/layout/Section'
import { formatDayShort } from '@/lib/format'
import { OperationDialog } from '../operations/OperationDialog'
import type { Reservation } from '../types'

/** What staff wrote down: notes, tags, the day to look at it again. */
export function Desk({ record }: { record: Reservation }) {
  const [operation, setOperation] = useState<string>()
  return (
    <Section title="Notizen">
      {record.notes ? (
        <p className="notiz">{record.notes}</p>
      ) : (
        <p className="leise">Noch keine Notiz.</p>
      )}
      <FollowUp on={record.follow_up_on} />
      {record.tags.length > 0 && (
        <ul className="merkmale" aria-label="Merkmale">
          {record.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <div className="knopfreihe">
        <Link className="knopf" to={`/reservations/${record.id}`}>
          Bearbeiten<span className="vh">: Notizen</span>
        </Link>
        <Button onClick={() => setOperation('set_follow_up')}>Wiedervorlage</Button>
        <Button onClick={() => setOperation('add_tag')}>Merkmal</Button>
      </div>
      {operation && (
        <OperationDialog
          name={operation}
          ids={[record.id]}
          version={record.version}
          onClose={() => setOperation(undefined)}
        />
      )}
    </Section>
  )
}

function FollowUp({ on }: { on: string | null }) {
  if (on === null) return null
  const isDue = on <= berlinDay()
  return (
    <p className={isDue ? 'faellig' : undefined}>
      Wiedervorlage{' '}
      <time dateTime={on}>
        <b>{formatDayShort(on)}</b>
      </time>
      {isDue && ', fällig'}
    </p>
  )
}
