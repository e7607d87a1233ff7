import { rowPath } from '@/ui/drawing/cells'
import { MOST_PASSES } from './waiting'

const GAP = 4
const CELL = { x: 1, y: 1, height: 12, cellWidth: 16 }

/** How often an offer has passed the household: a cell for each time it may. */
export function Passes({ passed }: { passed: number }) {
  return (
    <span className="passes">
      <svg
        viewBox={`0 0 ${MOST_PASSES * CELL.cellWidth} 14`}
        width={MOST_PASSES * CELL.cellWidth}
        height="14"
        aria-hidden="true"
      >
        <path className="c-free" d={rowPath(CELL, MOST_PASSES, GAP)} />
        <path className="c-module" d={rowPath(CELL, Math.min(passed, MOST_PASSES), GAP)} />
      </svg>
      {passed} von {MOST_PASSES}
    </span>
  )
}
