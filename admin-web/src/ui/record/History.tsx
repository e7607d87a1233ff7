import type { ReactNode } from 'react'
import { byDay } from './days'
import { type CellKind, EntryRow } from './EntryRow'

interface Happened {
  key: string
  at: string
  cell?: CellKind
  words: ReactNode
  /** Who did it. */
  by: string
  reason?: string | null
}

/** Everything that happened to a record, day by day; `entries` come newest first. */
export function History({ entries }: { entries: readonly Happened[] }) {
  return (
    <section className="record-timeline" aria-label="Verlauf">
      {byDay(entries).map(({ label, entries: ofDay }) => (
        <section key={label}>
          <h2>{label}</h2>
          <ol>
            {ofDay.map(({ key, at, cell = 'change', words, by, reason }) => (
              <EntryRow key={key} at={at} cell={cell}>
                <p>
                  <b>{words}</b> <span className="muted">{by}</span>
                </p>
                {reason && <p className="entry-text">{reason}</p>}
              </EntryRow>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}
