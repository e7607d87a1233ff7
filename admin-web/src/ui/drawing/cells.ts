import { tenth } from './scale'

/** Charts drawn from cells: one cell stands for a round number of real things. */
const ROUND = [1, 2, 5]

/** The smallest of 1, 2, 5, 10, 20 … with which `largest` needs at most `most` cells. */
export function cellUnit(largest: number, most: number): number {
  for (let power = 1; ; power *= 10) {
    const unit = ROUND.find((step) => largest <= step * power * most)
    if (unit !== undefined) return unit * power
  }
}

export interface Row {
  x: number
  y: number
  height: number
  cellWidth: number
}

/** A row of cells from the left to the right; the last one is cut where the count ends inside it. */
export function rowPath(row: Row, cells: number, gap = 2): string {
  const { x, y, height, cellWidth } = row
  let d = ''
  for (let cell = 0; cell < cells; cell++) {
    const width = (cellWidth - gap) * Math.min(cells - cell, 1)
    d += `M${tenth(x + cell * cellWidth)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${tenth(-width)}z`
  }
  return d
}
