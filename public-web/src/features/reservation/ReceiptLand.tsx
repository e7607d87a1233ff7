import { cellsPath, type Grid } from '@/lib/cells'

const GRID: Grid = { columns: 12, x: -4, y: -14, width: 24, height: 12, stepX: 29, stepY: 19 }
const CELLS = 84
const MINE = 41

/** A corner of the park with one place lit, on top of the receipt. */
export function ReceiptLand() {
  return (
    <svg
      className="receipt__land"
      viewBox="0 0 340 96"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path fill="var(--land-wiese)" d="M0 0h340v96H0z" />
      <g transform="rotate(-7 170 48)">
        <path className="shade" transform="translate(4 5)" d={cellsPath(GRID, 0, CELLS)} />
        <path fill="var(--color-modul)" d={cellsPath(GRID, 0, CELLS)} />
        <path className="cell-sun" d={cellsPath(GRID, MINE, MINE + 1)} />
      </g>
    </svg>
  )
}
