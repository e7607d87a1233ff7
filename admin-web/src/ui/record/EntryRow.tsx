import type { ReactNode } from 'react'
import { formatMoment } from '@/lib/format'
import { whenWords } from './days'
import './record.css'

/** The cell of each kind of thing: layers of class and path on 20 × 14. */
const CELLS = {
  note: [
    ['c-invited', 'M1.6 1.6h16.8v10.8H1.6z'],
    ['c-line', 'M5 5.5h10M5 8.5h6'],
  ],
  call: [
    ['c-invited', 'M1.6 1.6h16.8v10.8H1.6z'],
    ['c-line', 'M6 8.5c2-3 6-3 8 0M6 8.5v1.5M14 8.5v1.5'],
  ],
  mail: [
    ['entry-soft', 'M1.6 1.6h16.8v10.8H1.6z'],
    ['c-line', 'M7 7h7m-3-3l3 3-3 3'],
  ],
  message: [
    ['entry-soft', 'M1.6 1.6h16.8v10.8H1.6z'],
    ['c-line', 'M13 7H6m3-3l-3 3 3 3'],
  ],
  change: [['c-module', 'M1 1h18v12H1z']],
  money: [['c-pine', 'M1 1h18v12H1z']],
  trace: [['c-ended', 'M1.6 1.6h16.8v10.8H1.6z']],
  look: [
    ['c-ended', 'M1.6 1.6h16.8v10.8H1.6z'],
    ['c-line', 'M5 7h10'],
  ],
} as const

export type CellKind = keyof typeof CELLS

interface EntryRowProps {
  at: string
  cell: CellKind
  /** Behind the entry. */
  action?: ReactNode
  isPinned?: boolean
  children: ReactNode
}

/** One line of the timeline: when, a cell for its kind, what happened, and what can be done with it. */
export function EntryRow({ at, cell, action, isPinned = false, children }: EntryRowProps) {
  return (
    <li className="record-entry" data-pinned={isPinned || undefined}>
      <time className="entry-time tabular" dateTime={at} title={formatMoment(at)}>
        {whenWords(at)}
      </time>
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
        {CELLS[cell].map(([className, path]) => (
          <path key={path} className={className} d={path} />
        ))}
      </svg>
      <div className="entry-body">{children}</div>
      {action && <div className="entry-action">{action}</div>}
    </li>
  )
}

/** „von Ihnen“, „von Miriam Falk“; nothing where nobody did it. */
export function By({ name, isOwn }: { name: string | null; isOwn: boolean }) {
  if (!isOwn && !name) return null
  return <span className="muted"> von {isOwn ? 'Ihnen' : name}</span>
}
