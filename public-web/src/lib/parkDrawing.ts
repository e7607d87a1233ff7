import type { ParkSpots } from '@/api/spots'
import { type Grid, type Run, runsPath } from './cells'
import { gapsBetween, inBlock } from './runs'

/** All places of a park in two blocks, side by side where there is room and else one below the other. */
export const BLOCKS = 2
export const GRID: Grid = { columns: 25, x: 16, y: 16, width: 22, height: 15, stepX: 25, stepY: 30 }
const WIDTH = 2 * GRID.x + GRID.columns * GRID.stepX

/** Places in a block; the last block may have fewer. */
export const blockSize = (total: number): number => Math.ceil(total / BLOCKS)

/** The room a block takes, and the fence around it. */
export function plotOf(size: number): { viewBox: string; fence: string } {
  const height = 2 * GRID.y + Math.ceil(size / GRID.columns) * GRID.stepY - 10
  return {
    viewBox: `0 0 ${WIDTH} ${height}`,
    fence: `M1 1h${WIDTH - 2}v${height - 2}H1z`,
  }
}

/** The places of a block in each state; without knowledge none is claimed. */
export function placesOf(block: number, total: number, spots: ParkSpots | null) {
  const inThis = (runs: readonly Run[]) => inBlock(runs, block, blockSize(total))
  return spots
    ? { taken: inThis(spots.taken), free: inThis(gapsBetween(spots.taken, total)), unknown: [] }
    : { taken: [], free: [], unknown: inThis([[1, total]]) }
}

/** The path of places in one state. */
export const pathOf = (runs: readonly Run[]): string => runsPath(GRID, runs)
