import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { RESERVATION_STATES, STATES, type StateName } from '@/lib/states'
import { StateCell } from '@/ui/fields/StateMark'
import '@/ui/park/capacity.css'

export type ReservationRow = Schemas['ReservationsRowsRow']

export interface StateCount {
  state: StateName
  label: string
  count: number
}

/** How many reservations are in each state, those with none left out. */
export const stateCounts = (rows: readonly ReservationRow[]): StateCount[] =>
  RESERVATION_STATES.map((state) => ({
    state,
    label: STATES[state].label,
    count: rows.filter((row) => row.state === state).length,
  })).filter(({ count }) => count > 0)

interface StateChoiceProps {
  counts: readonly StateCount[]
  /** The states the list is narrowed to. */
  chosen: readonly string[]
  onState: (state: string | null) => void
}

/** The states there are, in their shapes; a state's name leaves only its own. */
export const StateChoice = ({ counts, chosen, onState }: StateChoiceProps) => (
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
)
