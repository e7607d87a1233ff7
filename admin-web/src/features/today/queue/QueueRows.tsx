import { useEffect, useRef } from 'react'
import { formatNumber } from '@/lib/format'
import { initialsOf } from '@/ui/fields/Presence'
import { Icon } from '@/ui/page/Icon'
import { SpotCell } from '@/ui/park/FieldDrawing'
import { Term } from './pane/Term'
import {
  dueWords,
  GROUPS,
  grouped,
  iconOf,
  isPressing,
  keyOf,
  type Line,
  spotStateOf,
} from './work'

interface QueueRowsProps {
  lines: readonly Line[]
  index: number
  onFocus: (index: number) => void
  /** Counts the presses of `j` and `k`: only they take the focus of the keyboard along. */
  moves: number
}

/** The lines by term. The focused one is the only stop of the Tab key. */
export function QueueRows({ lines, index, onFocus, moves }: QueueRowsProps) {
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (moves === 0) return
    current.current?.focus({ preventScroll: true })
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [moves])
  return grouped(lines).map(([group, found]) => (
    <section key={group} className="queue-group" aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`} data-tone={group === 'overdue' ? 'due' : undefined}>
        {GROUPS[group]} <span className="muted tabular">{formatNumber(found.length)}</span>
      </h2>
      <ol>
        {found.map((line) => {
          const place = lines.indexOf(line)
          const isCurrent = place === index
          return (
            <li key={keyOf(line)}>
              <button
                type="button"
                className="queue-row"
                ref={isCurrent ? current : undefined}
                aria-current={isCurrent || undefined}
                tabIndex={isCurrent ? 0 : -1}
                onClick={() => onFocus(place)}
              >
                <Cells line={line} />
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  ))
}

function Cells({ line }: { line: Line }) {
  const spot = spotStateOf(line)
  const { assignee, term } = line
  return (
    <>
      <span className="queue-glyph">
        {spot ? <SpotCell state={spot} /> : <Icon name={iconOf(line)} size={17} />}
      </span>
      <b className="queue-verb">{line.verb}</b>
      <span className="queue-who">
        {line.title}{' '}
        {line.spot_number !== null && (
          <span className="muted tabular">Platz {line.spot_number}</span>
        )}
      </span>
      <span className="queue-why">{line.detail}</span>
      <span className="queue-due tabular" data-tone={isPressing(line) ? 'due' : undefined}>
        {term && <Term term={term} isSmall />}
        {dueWords(line)}
      </span>
      <span className="queue-person">
        {assignee && (
          <>
            <span className="initials" aria-hidden="true">
              {initialsOf(assignee.name)}
            </span>
            <span className="visually-hidden">bei {assignee.name}</span>
          </>
        )}
      </span>
    </>
  )
}
