/** Parcels: cells that stand in columns of equal height, so that a parcel is as wide as what it counts. */
export interface ParcelPlace {
  x: number
  y: number
  /** Cells in a column. */
  rows: number
  /** From one cell to the next. */
  wide: number
  high: number
}

const GAP = 2
/** What there is at all can be seen. */
const LEAST = 0.12

/** The cells from one count to another, from the top left downwards; the last is cut where the count ends. */
export function cellsPath(place: ParcelPlace, from: number, to: number, gap = GAP): string {
  const { x, y, rows, wide, high } = place
  const end = to > from ? Math.max(to, from + LEAST) : to
  let d = ''
  for (let cell = Math.floor(from); cell < end; cell++) {
    const top = Math.max(from - cell, 0)
    const share = Math.min(end - cell, 1) - top
    const left = x + Math.floor(cell / rows) * wide
    const begin = y + (cell % rows) * high + top * (high - gap)
    d += `M${tenth(left)} ${tenth(begin)}h${tenth(wide - gap)}v${tenth(share * (high - gap))}h${tenth(gap - wide)}z`
  }
  return d
}

/** Whole cells, wherever the counts end inside one. */
export const wholeCellsPath = (place: ParcelPlace, from: number, to: number, gap = GAP): string =>
  cellsPath(place, Math.floor(from), Math.ceil(to), gap)

/** A short bar in the middle of each cell: the mark of a contract. */
export function notchesPath(place: ParcelPlace, cells: number, gap = GAP): string {
  const { x, y, rows, wide, high } = place
  let d = ''
  for (let cell = 0; cell + 0.5 < cells; cell++) {
    const left = x + Math.floor(cell / rows) * wide + (wide - gap) * 0.25
    const middle = y + (cell % rows) * high + (high - gap) / 2
    d += `M${tenth(left)} ${tenth(middle)}h${tenth((wide - gap) / 2)}`
  }
  return d
}

/** Where so many cells end, from the left. */
export const columnsEnd = ({ x, rows, wide }: ParcelPlace, cells: number): number =>
  tenth(x + (cells / rows) * wide)

const tenth = (length: number): number => Math.round(length * 10) / 10
