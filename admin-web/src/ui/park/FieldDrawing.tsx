import { memo, useMemo } from 'react'
import type { Grid } from './grid'
import { drawnCell, drawnField } from './shapes'
import type { Run, SpotState } from './spotStates'

interface FieldDrawingProps {
  runs: readonly Run[]
  grid: Grid
  /** Only this state keeps its strength. */
  strong?: SpotState | null
}

/** The cells of a park, one path a layer and state. Drawn again only when the spots change. */
export const FieldDrawing = memo(function FieldDrawing(props: FieldDrawingProps) {
  const { runs, grid, strong } = props
  const drawn = useMemo(() => [...drawnField(runs, grid)], [runs, grid])
  return drawn.map(([state, layers]) => (
    <g key={state} data-weak={strong != null && strong !== state ? '' : undefined}>
      {layers.map(({ className, d }) => (
        <path key={className} className={className} d={d} />
      ))}
    </g>
  ))
})

/** One cell, for legends and beside words. */
export function SpotCell({ state }: { state: SpotState }) {
  return (
    <svg viewBox="0 0 19 14" width="20" height="15" aria-hidden="true" data-state={state}>
      {drawnCell(state).map(({ className, d }) => (
        <path key={className} className={className} d={d} />
      ))}
    </svg>
  )
}
