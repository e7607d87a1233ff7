import { rowPath } from '@/ui/drawing/cells'
import type { MoneyRow } from './money'

const MILLION = 1_000_000
const CELLS = 21
const CELL = 10
const HEIGHT = 30

/** One cell is so many contracts. */
export interface ContractUnit {
  contracts: number
}

/** Contracts credited by every model, then those that only some credit. */
export function ContractCells({ row, contracts }: { row: MoneyRow } & ContractUnit) {
  const sure = row.fewest_ppm / MILLION / contracts
  const most = row.most_ppm / MILLION / contracts
  const width = CELLS * CELL + 2
  return (
    <svg className="drawing contract-cells" viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      {most === 0 && <path className="c-ended" d={path(0, 1, 0.6)} />}
      <path className="c-invited" d={path(sure, most, 0.6)} />
      <path className="c-pine" d={path(0, sure, 0)} />
    </svg>
  )
}

/** Cells from one number to another; the first and the last may be parts of one. */
function path(from: number, to: number, inset: number): string {
  let d = ''
  for (let cell = Math.floor(from); cell < to; cell++) {
    const start = Math.max(0, from - cell)
    const share = Math.min(1, to - cell) - start
    const x = 1 + cell * CELL + start * (CELL - 2) + inset
    const cellWidth = Math.max(share * (CELL - 2) - 2 * inset, 0.4)
    d += rowPath({ x, y: 8 + inset, height: 14 - 2 * inset, cellWidth }, 1, 0)
  }
  return d
}

/** How many contracts a cell must stand for, so that the longest row fits. */
export function contractsPerCell(rows: readonly MoneyRow[]): number {
  const most = Math.max(1, ...rows.map(({ most_ppm }) => most_ppm / MILLION))
  for (let power = 1; ; power *= 10) {
    const found = [1, 2, 5].find((step) => most <= step * power * CELLS)
    if (found) return found * power
  }
}
