import { cellCorner, cellsPath, type Grid } from '@/lib/cells'

/** The path of an amount counted out in cells; the last one is as wide as what is left. */
export function unitCells(grid: Grid, amount: number, unit: number): string {
  const count = amount / unit
  const whole = Math.floor(count)
  const rest = count - whole
  if (rest === 0) return cellsPath(grid, 0, whole)
  const { x, y } = cellCorner(grid, whole)
  const width = Number((rest * grid.width).toFixed(2))
  return `${cellsPath(grid, 0, whole)}M${x} ${y}h${width}v${grid.height}h-${width}z`
}

/** A bar as a column of cells from the bottom up; the last one is as high as what is left. */
export interface CellBar {
  x: number
  /** Lower edge. */
  bottom: number
  width: number
  height: number
  /** How many cells the whole height is. */
  count: number
  gap: number
}

export function barPath({ x, bottom, width, height, count, gap }: CellBar): string {
  const step = height / count
  let path = ''
  for (let index = 0; index < count; index += 1) {
    const rise = Math.min(1, count - index) * step - gap
    if (rise > 0) path += `M${x} ${bottom - index * step}h${width}v${-rise}h${-width}z`
  }
  return path
}
