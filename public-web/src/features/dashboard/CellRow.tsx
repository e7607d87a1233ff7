import type { Grid } from '@/lib/cells'
import { unitCells } from './unitCells'

const CELL_STEP = { x: 30, y: 22 }

interface Props {
  amount: number
  unit: number
  /** Cells in a line; rows that stand together have as many, so that all share one scale. */
  columns: number
}

/** An amount counted out in cells. Decoration: the figure stands beside it. */
export function CellRow({ amount, unit, columns }: Props) {
  const grid: Grid = {
    columns,
    x: 1,
    y: 1,
    width: CELL_STEP.x - 4,
    height: CELL_STEP.y - 4,
    stepX: CELL_STEP.x,
    stepY: CELL_STEP.y,
  }
  const rows = Math.ceil(amount / unit / columns)
  const [width, height] = [columns * CELL_STEP.x - 2, rows * CELL_STEP.y - 2]
  return (
    <svg className="dashboard__cells" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className="dashboard__mine" d={unitCells(grid, amount, unit)} />
    </svg>
  )
}
