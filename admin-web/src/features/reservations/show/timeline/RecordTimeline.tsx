import Button from '@mui/material/Button'
import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { formatNumber } from '@/lib/format'
import { byDay } from '@/ui/record/days'
import { TimelineEntry } from './Entry'
import { NoteEntry } from './NoteEntry'
import { type Group, useTimeline } from './useTimeline'

const GROUPS: readonly [Group | undefined, string][] = [
  [undefined, 'Alles'],
  ['notes', 'Notizen'],
  ['messages', 'Nachrichten'],
  ['operations', 'Vorgänge'],
  ['money', 'Geld'],
  ['traces', 'Spuren'],
]

interface RecordTimelineProps {
  id: number
  /** The operation that the key `z` takes back, if one can be. */
  next?: number | undefined
}

/** Everything that happened, newest first: pinned notes, then day by day. */
export function RecordTimeline({ id, next }: RecordTimelineProps) {
  const [group, setGroup] = useState<Group>()
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTimeline(id, group)
  const [first] = data?.pages ?? []
  const days = byDay(data?.pages.flatMap(({ entries }) => entries) ?? [])
  return (
    <section aria-label="Verlauf" aria-busy={!first || isPlaceholderData}>
      <nav className="timeline-groups" aria-label="Im Verlauf zeigen">
        {GROUPS.map(([one, label]) => (
          <button
            key={label}
            type="button"
            aria-current={one === group ? 'true' : undefined}
            onClick={() => setGroup(one)}
          >
            {label}{' '}
            <span className="tabular">{first && formatNumber(first.counts[one ?? 'all'])}</span>
          </button>
        ))}
      </nav>
      {error && (
        <p className="error-text" role="alert">
          {errorWords(error)}
        </p>
      )}
      <div className="record-timeline" data-waiting={isPlaceholderData || undefined}>
        {first && first.pinned.length > 0 && (
          <section>
            <h2>Angeheftet</h2>
            <ol>
              {first.pinned.map((note) => (
                <NoteEntry key={note.id} note={note} id={id} />
              ))}
            </ol>
          </section>
        )}
        {days.map(({ label, entries }) => (
          // By its oldest entry: what comes in above must not take a dialog away that is open in one of them.
          <section key={`${label} ${entries.at(-1)?.key}`}>
            <h2>{label}</h2>
            <ol>
              {entries.map((entry) => (
                <TimelineEntry key={entry.key} entry={entry} id={id} next={next} />
              ))}
            </ol>
          </section>
        ))}
        {first && days.length === 0 && first.pinned.length === 0 && (
          <p className="muted">Hier steht noch nichts.</p>
        )}
      </div>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Ältere Einträge zeigen
        </Button>
      )}
    </section>
  )
}
