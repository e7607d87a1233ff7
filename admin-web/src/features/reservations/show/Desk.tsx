import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { formatDayShort } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { Section } from '@/ui/page/Section'
import { OperationDialog } from '../operations/OperationDialog'
import { useDoneNotice, useOperation } from '../operations/useOperations'
import type { Reservation } from '../types'

/** What staff wrote down: notes, tags, the day to look at it again. */
export function Desk({ record }: { record: Reservation }) {
  const [operation, setOperation] = useState<string>()
  return (
    <Section title="Notizen">
      {record.notes ? (
        <p className="note">{record.notes}</p>
      ) : (
        <p className="muted">Noch keine Notiz.</p>
      )}
      <FollowUp record={record} />
      {record.tags.length > 0 && (
        <ul className="tags" aria-label="Merkmale">
          {record.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <div className="button-row">
        <Link className="button" to={`/reservations/${record.id}`}>
          Bearbeiten<span className="visually-hidden">: Notizen</span>
        </Link>
        <Button onClick={() => setOperation('set_follow_up')}>Wiedervorlage</Button>
        <Button onClick={() => setOperation('add_tag')}>Merkmal</Button>
      </div>
      {operation && (
        <OperationDialog
          name={operation}
          ids={[record.id]}
          version={record.version}
          initial={{ day: record.follow_up_on }}
          onClose={() => setOperation(undefined)}
        />
      )}
    </Section>
  )
}

function FollowUp({ record }: { record: Reservation }) {
  const on = record.follow_up_on
  const done = useFollowUpDone(record)
  if (on === null) return null
  const isDue = on <= berlinDay()
  return (
    <div className="follow-up">
      <p className={isDue ? 'due' : undefined}>
        Wiedervorlage{' '}
        <time dateTime={on}>
          <b>{formatDayShort(on)}</b>
        </time>
        {isDue && ', fällig'}
      </p>
      <Button onClick={done.settle} loading={done.isPending}>
        Erledigt<span className="visually-hidden">: Wiedervorlage</span>
      </Button>
    </div>
  )
}

/** One click, since it can be taken back; refused when a colleague has moved the day. */
function useFollowUpDone({ id, version }: Reservation) {
  const notify = useNotify()
  const notice = useDoneNotice('set_follow_up')
  const { mutate, isPending } = useOperation('set_follow_up', {
    onDone: (outcome) => notice(outcome, { day: null }),
  })
  const settle = () =>
    mutate(
      { ids: [id], version, day: null, reason: '' },
      { onError: (error) => notify(errorWords(error), { type: 'error' }) },
    )
  return { settle, isPending }
}
