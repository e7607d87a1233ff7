import { investText } from '@/content/de/invest'
import { cellCorner, cellsPath, type Grid } from '@/lib/cells'
import { formatShortEuro } from '@/lib/germanNumbers'
import type { Cents } from '@/lib/offer/money'
import { invest } from '@/lib/offer/offer'

const CELL: Cents = 10_000
/** As many cells of 100 € as the largest possible share has. */
const CELLS = (invest.share_percent_to * invest.euros_per_percent_of_park * 100) / CELL
const GRID: Grid = { columns: 25, x: 16, y: 16, width: 11, height: 10, stepX: 13, stepY: 16 }

/** The amount counted out in cells within the largest possible share, seen from above. */
export function ShareField({ amount }: { amount: Cents }) {
  const count = Math.min(amount / CELL, CELLS)
  const whole = Math.floor(count)
  const { x, y } = cellCorner(GRID, whole)
  const rest = Number(((count - whole) * GRID.width).toFixed(2))
  const part = rest > 0 ? `M${x} ${y}h${rest}v${GRID.height}h-${rest}z` : ''
  return (
    <figure className="savings__field">
      <svg viewBox="0 0 355 154" aria-hidden="true">
        <path fill="var(--land-wiese)" d="M0 0h355v154H0z" />
        <path stroke="var(--land-wiese-2)" strokeWidth="154" strokeDasharray="8 10" d="M4 77h351" />
        <path className="shade" transform="translate(2 3)" d={cellsPath(GRID, 0, CELLS)} />
        <path fill="var(--color-modul)" d={cellsPath(GRID, 0, CELLS)} />
        <path className="savings__mine" d={cellsPath(GRID, 0, whole) + part} />
      </svg>
      <figcaption className="tiny quiet">
        {investText.savings.cells(formatShortEuro(CELL))}
      </figcaption>
    </figure>
  )
}
