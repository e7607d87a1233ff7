import { formatNumber } from '@/lib/format'
import { Drawing } from '@/ui/drawing/Drawing'
import { StateCell } from '@/ui/fields/StateMark'
import { PITCH, type StateCount, stateLayers } from './stateField'
import '@/ui/park/capacity.css'

interface StateFieldProps {
  counts: readonly StateCount[]
  /** The states the list is narrowed to. */
  chosen: readonly string[]
  onState: (state: string | null) => void
}

/** All reservations as cells in the shapes of their states; a state's name leaves only its own. */
export function StateField({ counts, chosen, onState }: StateFieldProps) {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const columnsOf = (width: number) => Math.max(1, Math.floor(width / PITCH.x))
  const words = counts.map(({ label, count }) => `${label} ${formatNumber(count)}`).join(', ')
  return (
    <div>
      <Drawing
        label={words}
        height={(_, width) => Math.ceil(all / columnsOf(width || 1)) * PITCH.y}
      >
        {({ width }) =>
          stateLayers(counts, columnsOf(width)).map(({ className, d }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: layers have no other name
            <path key={index} className={className} d={d} />
          ))
        }
      </Drawing>
      <ul className="legend" aria-label="Nach Stand filtern">
        {counts.map(({ state, label, count }) => (
          <li key={state}>
            <button
              type="button"
              aria-pressed={chosen.includes(state)}
              onClick={() => onState(chosen.includes(state) ? null : state)}
            >
              <StateCell state={state} />
              {label} <b>{formatNumber(count)}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
