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
