/** A rectangular grid of equal cells, in the units of the drawing. */
export interface Grid {
  columns: number
  x: number
  y: number
  width: number
  height: number
  stepX: number
  stepY: number
}

/** Neighbouring cells by their numbers from 1, both ends included. */
export type Run = readonly [first: number, last: number]

/** Upper left corner of the cell with this index, counted row by row from 0. */
export function cellCorner(grid: Grid, index: number): { x: number; y: number } {
  return {
    x: grid.x + (index % grid.columns) * grid.stepX,
    y: grid.y + Math.floor(index / grid.columns) * grid.stepY,
  }
}

/** One path for the cells `from` to `to` (exclusive): 500 cells must not become 500 elements. */
export function cellsPath(grid: Grid, from: number, to: number): string {
  let path = ''
  for (let index = from; index < to; index += 1) {
    const { x, y } = cellCorner(grid, index)
    path += `M${x} ${y}h${grid.width}v${grid.height}h-${grid.width}z`
  }
  return path
}

/**
 * One path for runs of cells with the gaps behind them, row by row, to be filled with a pattern of
 * one cell. It ends a unit early: the pattern's next tile must not shine through at the edge.
 */
export function runsPath(grid: Grid, runs: readonly Run[]): string {
  let path = ''
  for (const [first, last] of runs) {
    for (let from = first - 1; from < last; ) {
      const to = Math.min(last, from - (from % grid.columns) + grid.columns)
      const { x, y } = cellCorner(grid, from)
      const width = (to - from) * grid.stepX - 1
      path += `M${x} ${y}h${width}v${grid.stepY - 1}h-${width}z`
      from = to
    }
  }
  return path
}
