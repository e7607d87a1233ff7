/** A bar of cells, as the calculator's: lengths in units of the drawing. */
const CELLS = 40
const PITCH = 20
const WIDTH = 17
const HEIGHT = 14

export const STRIP = { width: CELLS * PITCH, height: HEIGHT + 2 }

/** Paths of the taken part, up to its very share inside a cell, and of the cells' outlines. */
export function filledCells(share: number): { full: string; empty: string } {
  const taken = Math.min(Math.max(share, 0), 1) * CELLS
  let full = ''
  let empty = ''
  for (let cell = 0; cell < CELLS; cell++) {
    const x = cell * PITCH + 1
    const part = Math.min(Math.max(taken - cell, 0), 1)
    if (part > 0) full += `M${x} 1h${round(WIDTH * part)}v${HEIGHT}h${-round(WIDTH * part)}z`
    if (part < 1) empty += `M${x} 1h${WIDTH}v${HEIGHT}h${-WIDTH}z`
  }
  return { full, empty }
}

const round = (length: number): number => Math.round(length * 10) / 10
