import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatDayShort } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import { OperationDialog } from '../../operations/OperationDialog'
import type { Reservation } from '../../types'

/** What the desk has set: the day to look again, and tags. */
export function Work({ record }: { record: Reservation }) {
  const [operation, setOperation] = useState<string>()
  const on = record.follow_up_on
  return (
    <section className="side-part" aria-labelledby="work">
      <h2 id="work">Arbeit</h2>
      <dl className="record-facts">
        <div>
          <dt>Wiedervorlage</dt>
          <dd>
            {on === null ? (
              <span className="muted">keine</span>
            ) : (
              <span className={on <= berlinDay() ? 'due' : undefined}>
                <time dateTime={on}>{formatDayShort(on)}</time>
                {on <= berlinDay() && ', fällig'}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Merkmale</dt>
          <dd>
            {record.tags.length > 0 && (
              <ul className="tags" aria-label="Merkmale">
                {record.tags.map((tag) => (
                  <li key={tag}>{tag}</li>
                ))}
              </ul>
            )}
            <Button size="small" onClick={() => setOperation('add_tag')}>
              Merkmal
            </Button>
          </dd>
        </div>
      </dl>
      {operation && (
        <OperationDialog
          name={operation}
          ids={[record.id]}
          version={record.version}
          onClose={() => setOperation(undefined)}
        />
      )}
    </section>
  )
}
