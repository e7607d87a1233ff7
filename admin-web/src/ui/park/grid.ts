/** Where the cells of a park lie: number 1 is top left, row by row. Lengths are units of the drawing. */
export interface Grid {
  count: number
  columns: number
  rows: number
}

/** From one cell to the next, and the cell itself; what is left between them is the track. */
export const PITCH = { x: 20, y: 17 }
export const CELL = { width: 17, height: 12 }
const EDGE = 1

/** Beyond this many spots, cells become smaller rather than the picture longer. */
const MANY = 1000

/** 50 cells a row, half as many on a narrow screen; twice as many in a park of thousands. */
export function gridFor(count: number, isNarrow: boolean): Grid {
  const columns = (isNarrow ? 25 : 50) * (count > MANY ? 2 : 1)
  return { count, columns, rows: Math.max(1, Math.ceil(count / columns)) }
}

/** Cells a row where a finger chooses among them: wide enough to be hit, and ten make counting easy. */
const FOR_FINGERS = 10

/** As `gridFor`, for choosing one spot: on a narrow screen the picture grows longer rather than its cells small. */
export function choosingGrid(count: number, isNarrow: boolean): Grid {
  if (!isNarrow) return gridFor(count, false)
  return { count, columns: FOR_FINGERS, rows: Math.max(1, Math.ceil(count / FOR_FINGERS)) }
}

export const sizeOf = ({ columns, rows }: Grid) => ({
  width: columns * PITCH.x,
  height: rows * PITCH.y,
})

/** The upper left corner of a spot's cell. */
export function cornerOf(number: number, { columns }: Grid): { x: number; y: number } {
  const index = number - 1
  return {
    x: EDGE + (index % columns) * PITCH.x,
    y: EDGE + Math.floor(index / columns) * PITCH.y,
  }
}

/** The spot at a place of the drawing, by arithmetic: a park of 10,000 answers like one of 50. */
export function numberAt(x: number, y: number, grid: Grid): number | null {
  const column = Math.floor(x / PITCH.x)
  const row = Math.floor(y / PITCH.y)
  if (column < 0 || column >= grid.columns || row < 0) return null
  const number = row * grid.columns + column + 1
  return number <= grid.count ? number : null
}

/** Rows that Page Up and Page Down skip. */
const PAGE = 5

/** The spot a key leads to, `null` for keys that do not move. Never leaves the park. */
export function moved(number: number, key: string, { count, columns }: Grid): number | null {
  const column = (number - 1) % columns
  const targets: Record<string, number> = {
    ArrowRight: number + 1,
    ArrowLeft: number - 1,
    ArrowDown: number + columns,
    ArrowUp: number - columns,
    PageDown: number + columns * PAGE,
    PageUp: number - columns * PAGE,
    Home: number - column,
    End: Math.min(number - column + columns - 1, count),
  }
  const target = targets[key]
  if (target === undefined) return null
  return target < 1 || target > count ? nearestWithin(number, target, { count, columns }) : target
}

/** Where a step beyond the edge ends: in the same column, or where it began. */
function nearestWithin(from: number, target: number, grid: { count: number; columns: number }) {
  const { count, columns } = grid
  if (Math.abs(target - from) === 1) return from
  const column = (from - 1) % columns
  if (target < 1) return column + 1
  const lastInColumn = Math.floor((count - 1 - column) / columns) * columns + column + 1
  return Math.max(lastInColumn, from)
}
