import { formatNumber } from '@/lib/format'
import { SpotCell } from '@/ui/park/FieldDrawing'
import {
  SPOT_STATE_ORDER,
  SPOT_STATES,
  type SpotCounts,
  type SpotState,
} from '@/ui/park/spotStates'

interface SpotLegendProps {
  counts: SpotCounts
  strong: SpotState | null
  onStrong: (state: SpotState | null) => void
}

/** The states with their counts. Choosing one leaves only its cells strong; again brings all back. */
export function SpotLegend({ counts, strong, onStrong }: SpotLegendProps) {
  const present = SPOT_STATE_ORDER.filter((state) => counts[state] > 0 || state === strong)
  return (
    <ul className="legend" aria-label="Nur einen Stand hervorheben">
      {present.map((state) => (
        <li key={state}>
          <button
            type="button"
            aria-pressed={state === strong}
            onClick={() => onStrong(state === strong ? null : state)}
          >
            <SpotCell state={state} />
            {SPOT_STATES[state].label} <b>{formatNumber(counts[state])}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}
