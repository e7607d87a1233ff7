import { investText } from '@/content/de/invest'
import { formatShortEuro } from '@/lib/germanNumbers'
import { type Cents, eurosToCents } from '@/lib/offer/money'
import { invest } from '@/lib/offer/offer'

const NORMAL = eurosToCents(invest.example_normal_cost_eur)
const CELL: Cents = 5_000
const STEP = 16
const GAP = 2
const WIDTH = (NORMAL / CELL) * STEP - GAP

/**
 * The example household's costs of a year, without and with the share, in cells of 50 €. Nobody pays
 * less than nothing for electricity: a saving beyond the costs is told in words.
 */
export function CostBars({ cost }: { cost: Cents }) {
  const { title, normal, normalCost, withShare, cell, beyond } = investText.savings.compare
  const left = Math.max(cost, 0)
  return (
    <div className="invest__costs">
      <h3>{title}</h3>
      <Bar label={normal} value={normalCost} left={NORMAL} />
      <Bar label={withShare} value={formatShortEuro(left)} left={left} />
      <p className="tiny quiet">
        {cell(formatShortEuro(CELL))} {cost < 0 && beyond(formatShortEuro(-cost))}
      </p>
    </div>
  )
}

/** What is left to pay as dark cells, what is saved as yellow ones behind them. */
function Bar({ label, value, left }: { label: string; value: string; left: Cents }) {
  const line = { strokeWidth: 14, strokeDasharray: `${STEP - GAP} ${GAP}` }
  return (
    <div className="costs__row">
      <p>
        {label} <strong>{value}</strong>
      </p>
      <svg viewBox={`0 0 ${WIDTH} 14`} aria-hidden="true">
        <path className="line-sun" {...line} d={`M0 7H${WIDTH}`} />
        {left > 0 && (
          <path className="costs__left" {...line} d={`M0 7H${((left / CELL) * STEP).toFixed(1)}`} />
        )}
      </svg>
    </div>
  )
}
