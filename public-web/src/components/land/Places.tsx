import type { ReactNode } from 'react'
import { type Grid, type Run, runsPath } from '@/lib/cells'

interface Props {
  /** Unique on the page: the patterns are found by it. */
  id: string
  grid: Grid
  taken?: readonly Run[]
  free?: readonly Run[]
  /** Places whose state is not known. */
  unknown?: readonly Run[]
}

/**
 * Places of a park from above: a module on those that are taken, an outline where one is free. One
 * pattern and one path a state, however many places. Its style sheet is `place-field.css`.
 */
export function Places({ id, grid, taken = [], free = [], unknown = [] }: Props) {
  return (
    <>
      <defs>
        <CellPattern id={`${id}-taken`} grid={grid}>
          <TakenPlace {...grid} />
        </CellPattern>
        <CellPattern id={`${id}-free`} grid={grid}>
          <FreePlace {...grid} />
        </CellPattern>
        <CellPattern id={`${id}-unknown`} grid={grid}>
          <path className="place-unknown" d={`M0 0h${grid.width}v${grid.height}H0z`} />
        </CellPattern>
      </defs>
      <path fill={`url(#${id}-taken)`} d={runsPath(grid, taken)} />
      <path fill={`url(#${id}-free)`} d={runsPath(grid, free)} />
      <path fill={`url(#${id}-unknown)`} d={runsPath(grid, unknown)} />
    </>
  )
}

interface PatternProps {
  id: string
  grid: Grid
  children: ReactNode
}

function CellPattern({ id, grid, children }: PatternProps) {
  return (
    <pattern
      id={id}
      x={grid.x}
      y={grid.y}
      width={grid.stepX}
      height={grid.stepY}
      patternUnits="userSpaceOnUse"
    >
      {children}
    </pattern>
  )
}

interface Size {
  width: number
  height: number
}

/** A module with its cells and its shadow. */
export function TakenPlace({ width, height }: Size) {
  return (
    <>
      <path className="shade" d={`M3 5h${width}v${height}H3z`} />
      <path className="place-taken" d={`M0 0h${width}v${height}H0z`} />
      <path
        className="place-taken__lines"
        d={`M${width / 3} 0v${height}m${width / 3} 0v-${height}M0 ${height / 2}h${width}`}
      />
    </>
  )
}

/** A plot that is only marked out. */
export function FreePlace({ width, height }: Size) {
  return <path className="place-free" d={`M.5 .5h${width - 1}v${height - 1}H.5z`} />
}
