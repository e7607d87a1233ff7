import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { useSettled } from '@/lib/useSettled'
import { type Capacity, type Park, parkStanding } from '@/ui/park/capacity'
import { SpotCell } from '@/ui/park/FieldDrawing'
import { ParkFigures } from '@/ui/park/ParkFigures'
import { type PickMode, SpotField } from '@/ui/park/SpotField'
import {
  isSpotState,
  type Run,
  SPOT_STATE_ORDER,
  SPOT_STATES,
  type SpotCounts,
  type SpotState,
  stateAt,
} from '@/ui/park/spotStates'
import { useGrid } from '@/ui/park/useGrid'
import { picked, readNumbers, writeNumbers } from './ranges'
import { SpotActions } from './SpotActions'
import { SpotPanel } from './SpotPanel'
import { SpotRuns } from './SpotRuns'
import { spotSentence } from './spot'

interface CapacitiesProps {
  park: Park
  capacity: Capacity
  mayChange: boolean
}

/** The picture of all spots, its legend and list, the spot under the pointer, and blocking. */
export function Capacities({ park, capacity, mayChange }: CapacitiesProps) {
  const { runs, counts } = capacity
  const grid = useGrid(runs)
  const [strong, setStrong] = useStrongState()
  const [hovered, setHovered] = useState<number | null>(null)
  const choice = useSpotChoice(grid.count)
  const { spot, error } = useSpot(park.id, choice.cursor)
  const state = stateAt(runs, choice.cursor)
  const words = spotSentence(choice.cursor, state, spot?.reservation?.name)
  return (
    <>
      <section className="sheet" aria-labelledby="spots">
        <div className="head-row">
          <h2 id="spots">
            Plätze <span className="marker">{parkStanding(park)}</span>
          </h2>
          <ParkFigures fullness={capacity.fullness} />
        </div>
        <SpotField
          {...{ runs, grid, strong, chosen: choice.reading.numbers }}
          cursor={choice.cursor}
          cursorWords={words}
          onPick={choice.pick}
          onHover={setHovered}
        />
        <p className="pointer" aria-hidden="true">
          {hovered === null ? words : spotSentence(hovered, stateAt(runs, hovered))}
        </p>
        <SpotLegend counts={counts} strong={strong} onStrong={setStrong} />
        <p id="field-help" className="tiny muted">
          Pfeiltasten gehen von Platz zu Platz, mit Umschalt wird der Bereich gewählt, die Leertaste
          nimmt einen Platz dazu. {grid.count.toLocaleString('de-DE')} Plätze, keine einzelnen
          Module.
        </p>
        <SpotRuns runs={runs} strong={strong} onChoose={choice.chooseRun} />
      </section>
      <div className="two-column-form">
        <SpotPanel number={choice.cursor} state={state} spot={spot} error={error} />
        {mayChange && (
          <SpotActions
            park={park.id}
            text={choice.text}
            reading={choice.reading}
            onText={choice.write}
          />
        )}
      </div>
    </>
  )
}

/** The state chosen in the legend stands in the address, so that Today can lead to it. */
function useStrongState() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('state')
  const strong: SpotState | null = isSpotState(asked) ? asked : null
  const setStrong = (state: SpotState | null) =>
    setAddress(state ? { state } : {}, { replace: true, preventScrollReset: true })
  return [strong, setStrong] as const
}

/** How long the pointer rests on a spot before its details are fetched, in milliseconds. */
const REST = 150

/** The details of the spot on which the pointer rests; `undefined` while they are of another one. */
function useSpot(park: string, number: number) {
  const settled = useSettled(number, REST)
  const { data, error } = useStaffQuery('/api/staff/parks/{park}/spots/{number}', {
    params: { path: { park, number: settled } },
  })
  return { spot: data?.number === number ? data : undefined, error }
}

interface SpotLegendProps {
  counts: SpotCounts
  strong: SpotState | null
  onStrong: (state: SpotState | null) => void
}

/** The states with their counts. Choosing one leaves only its cells strong; again brings all back. */
function SpotLegend({ counts, strong, onStrong }: SpotLegendProps) {
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

/**
 * Which spot has the cursor, and which ones are chosen. The text of the field is the one truth:
 * picking in the picture writes it, and typing changes the picture.
 */
function useSpotChoice(count: number) {
  const [cursor, setCursor] = useState(1)
  const [anchor, setAnchor] = useState(1)
  const [text, setText] = useState('')
  const reading = useMemo(() => readNumbers(text, count), [text, count])

  function pick(number: number, mode: PickMode) {
    setCursor(number)
    if (mode !== 'range') setAnchor(number)
    setText(writeNumbers(picked(reading.numbers, number, mode, anchor)))
  }

  function chooseRun({ first, last }: Run) {
    setCursor(first)
    setAnchor(first)
    setText(writeNumbers(picked([], last, 'range', first)))
  }

  function write(typed: string) {
    setText(typed)
    const first = readNumbers(typed, count).numbers[0]
    if (first !== undefined) setCursor(first)
  }

  return { cursor, text, reading, pick, chooseRun, write }
}
