import { formatMoney, formatShare } from '@/lib/format'
import { rowPath } from '@/ui/drawing/cells'

const CELLS = 10
/** Whatever goes beyond a budget is at least one per cent of it. */
const LEAST_SHOWN = 0.01
const ROW = { x: 0, y: 1, height: 10, cellWidth: 11 }

interface BudgetStripProps {
  /** In cents, on the campaign's own days. */
  spent: number
  budget: number
}

/** How much of a campaign's budget is spent: ten cells are all of it. Spent beyond it is said, not only drawn. */
export function BudgetStrip({ spent, budget }: BudgetStripProps) {
  return (
    <span className="budget" data-over={spent > budget || undefined}>
      <svg viewBox="-1 0 112 12" width={112} height={12} aria-hidden="true">
        <path className="cell-free" d={rowPath(ROW, CELLS)} />
        <path className="cell-full" d={rowPath(ROW, spentCells(spent, budget))} />
      </svg>
      <small>{spentWords(spent, budget)}</small>
    </span>
  )
}

const spentCells = (spent: number, budget: number): number =>
  spent < budget ? (spent / budget) * CELLS : CELLS

/** „87 % von 13.000,00 €“, beyond the budget „18 % über 10.000,00 €“. */
export function spentWords(spent: number, budget: number): string {
  const whole = formatMoney(budget)
  if (budget === 0) return spent > 0 ? `über ${whole}` : whole
  const share = spent / budget
  if (share <= 1) return `${formatShare(Math.floor(share * 100) / 100, 0)} von ${whole}`
  return `${formatShare(Math.max(share - 1, LEAST_SHOWN), 0)} über ${whole}`
}
