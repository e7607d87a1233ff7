import { cellCorner, cellsPath, type Grid } from '@/lib/cells'

interface Props {
  grid: Grid
  rows: number
  /** Indices that have no module. */
  without?: readonly number[]
  /** Index of the place that is yours. */
  mine?: number
}

/** A field of modules from above, all alike but one. */
export function Modules({ grid, rows, without = [], mine }: Props) {
  const missing = new Set(mine === undefined ? without : [...without, mine])
  const indices = Array.from({ length: rows * grid.columns }, (_, index) => index)
  const shape = indices
    .filter((index) => !missing.has(index))
    .map((index) => cellsPath(grid, index, index + 1))
    .join('')
  return (
    <>
      <path
        className="shade"
        transform={`translate(${grid.width / 7} ${grid.height / 3.5})`}
        d={shape}
      />
      <path fill="var(--color-modul)" d={shape} />
      <path
        fill="none"
        stroke="var(--color-modul-kante)"
        strokeWidth={grid.height / 18}
        d={shape}
      />
      {mine !== undefined && <Mine grid={grid} index={mine} />}
    </>
  )
}

/** The place that is yours: lit, with an edge and a ring. */
export function Mine({ grid, index }: { grid: Grid; index: number }) {
  const { x, y } = cellCorner(grid, index)
  const [width, height] = [grid.width, grid.height]
  const gap = 5
  return (
    <>
      <rect
        className="glow"
        x={x - 16}
        y={y - 16}
        width={width + 32}
        height={height + 32}
        rx="14"
      />
      <rect className="mine" x={x} y={y} width={width} height={height} />
      <rect
        className="ring"
        x={x - gap}
        y={y - gap}
        width={width + 2 * gap}
        height={height + 2 * gap}
      />
    </>
  )
}
