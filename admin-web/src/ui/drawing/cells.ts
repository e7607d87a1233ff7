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

export interface Column {
  x: number
  /** Where the lowest cell stands. */
  bottom: number
  width: number
  cellHeight: number
}

/** A column of cells upwards from its bottom; the last one is cut where the count ends inside it. */
export function columnPath(column: Column, cells: number, gap = 2): string {
  const { x, bottom, width, cellHeight } = column
  let d = ''
  for (let cell = 0; cell < cells; cell++) {
    const height = (cellHeight - gap) * Math.min(cells - cell, 1)
    d += `M${tenth(x)} ${tenth(bottom - cell * cellHeight)}h${tenth(width)}v${tenth(-height)}h${tenth(-width)}z`
  }
  return d
}

export interface Row {
  x: number
  y: number
  height: number
  cellWidth: number
}

/** The same lying: from the left to the right. */
export function rowPath(row: Row, cells: number, gap = 2): string {
  const { x, y, height, cellWidth } = row
  let d = ''
  for (let cell = 0; cell < cells; cell++) {
    const width = (cellWidth - gap) * Math.min(cells - cell, 1)
    d += `M${tenth(x + cell * cellWidth)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${tenth(-width)}z`
  }
  return d
}
