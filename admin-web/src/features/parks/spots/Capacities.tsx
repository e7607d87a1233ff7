import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Capacity, type Park, parkStanding } from '@/ui/park/capacity'
import { ParkFigures } from '@/ui/park/ParkFigures'
import { SpotField } from '@/ui/park/SpotField'
import { isSpotState, type SpotState, stateAt } from '@/ui/park/spotStates'
import { useGrid } from '@/ui/park/useGrid'
import { SpotActions } from './SpotActions'
import { SpotLegend } from './SpotLegend'
import { SpotPanel } from './SpotPanel'
import { SpotRuns } from './SpotRuns'
import { spotSentence } from './spot'
import { useSpot } from './useSpot'
import { useSpotChoice } from './useSpotChoice'

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
