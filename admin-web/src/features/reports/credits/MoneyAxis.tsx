import { tenth } from '@/ui/drawing/scale'
import { shortMoney } from './credits'

interface MoneyAxisProps {
  ticks: readonly number[]
  y: (cents: number) => number
  width: number
}

/** Where pictures begin: left of it stand the amounts. */
export const GUTTER = 74

/** Lines at round amounts, each with its amount at the left. */
export function MoneyAxis({ ticks, y, width }: MoneyAxisProps) {
  return (
    <g>
      {ticks.map((cents) => (
        <g key={cents}>
          <path
            className={cents === 0 ? 'axis' : 'guide-line'}
            d={`M${GUTTER} ${tenth(y(cents))}H${width}`}
          />
          <text x={GUTTER - 8} y={tenth(y(cents) + 4)} textAnchor="end">
            {shortMoney(cents)}
          </text>
        </g>
      ))}
    </g>
  )
}
