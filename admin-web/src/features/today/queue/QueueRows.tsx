import { useEffect, useRef } from 'react'
import { formatNumber } from '@/lib/format'
import { initialsOf } from '@/ui/fields/Presence'
import { Icon } from '@/ui/page/Icon'
import { SpotCell } from '@/ui/park/FieldDrawing'
import { Term } from './pane/Term'
import {
  BANDS,
  type Band,
  dueWords,
  iconOf,
  isPressing,
  keyOf,
  type Line,
  spotStateOf,
} from './work'

interface QueueRowsProps {
  bands: readonly Band[]
  /** Those that are shown, in the order of the bands. */
  lines: readonly Line[]
  index: number
  onFocus: (index: number) => void
  /** Counts the presses of `j` and `k`: only they take the focus of the keyboard along. */
  moves: number
  onFold: () => void
}

/** The lines by band. The focused one is the only stop of the Tab key. */
export function QueueRows({ bands, lines, index, onFocus, moves, onFold }: QueueRowsProps) {
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (moves === 0) return
    current.current?.focus({ preventScroll: true })
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [moves])
  return bands.map((band) => (
    <section key={band.name} className="queue-group" aria-labelledby={`band-${band.name}`}>
      <BandTitle band={band} onFold={onFold} />
      <ol hidden={band.isFolded}>
        {(band.isFolded ? [] : band.lines).map((line) => {
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

function BandTitle({ band, onFold }: { band: Band } & Pick<QueueRowsProps, 'onFold'>) {
  const { name, count, canFold, isFolded } = band
  const words = (
    <>
      {BANDS[name]} <span className="muted tabular">{formatNumber(count)}</span>
    </>
  )
  return (
    <h2 id={`band-${name}`}>
      {canFold ? (
        <button type="button" aria-expanded={!isFolded} onClick={onFold}>
          <Icon name="forward" size={14} />
          {words}
        </button>
      ) : (
        words
      )}
    </h2>
  )
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
