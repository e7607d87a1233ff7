import { formatMoney } from '@/lib/format'
import { columnPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { tenth } from '@/ui/drawing/scale'
import { type Statement, shortMonth } from '../credits'
import { Legend, type LegendEntry } from '../Legend'

const HIGH = 250
const TOP = 26
const FOOT = 46

const LEGEND: readonly LegendEntry[] = [
  {
    name: 'bei 5 Cent',
    more: '(in Euro darunter)',
    sample: <path className="bar-credit" d="M2 1h26v12h-26z" />,
  },
  {
    name: 'bis 8 Cent',
    more: '(in Euro darüber)',
    sample: <path className="bar-open" d="M2 1h26v12h-26z" />,
  },
  {
    name: 'eine Zelle: 1 €',
    sample: <path className="bar-open" d="M9 1h12v12h-12z" />,
  },
]

const plain = (cents: number): string => formatMoney(cents).replace('\u00a0€', '')

/** The first year of one household, month by month: a cell is a euro, full at 5 cent, open up to 8. */
export function StatementMonths({
  label,
  months,
}: {
  label: string
  months: readonly Statement[]
}) {
  const most = Math.max(100, ...months.map(({ optimistic_cents }) => optimistic_cents))
  return (
    <div>
      <Drawing label={label} height={HIGH + FOOT}>
        {({ width, isNarrow }) => {
          const step = width / Math.max(1, months.length)
          const cellHeight = (HIGH - TOP) / Math.ceil(most / 100)
          const column = (cents: number, index: number) =>
            columnPath(
              { x: index * step + step * 0.14, bottom: HIGH - 1, width: step * 0.72, cellHeight },
              cents / 100,
            )
          return (
            <>
              <path
                className="bar-open"
                d={months
                  .map(({ optimistic_cents }, index) => column(optimistic_cents, index))
                  .join('')}
              />
              <path
                className="bar-credit"
                d={months
                  .map(({ conservative_cents }, index) => column(conservative_cents, index))
                  .join('')}
              />
              <path className="axis" d={`M0 ${HIGH + 0.5}H${width}`} />
              {months.map((one, index) => (
                <MonthWords
                  key={one.month}
                  month={one}
                  x={tenth((index + 0.5) * step)}
                  y={tenth(HIGH - (one.optimistic_cents / 100) * cellHeight - 6)}
                  isNarrow={isNarrow}
                />
              ))}
            </>
          )
        }}
      </Drawing>
      <Legend entries={LEGEND} />
    </div>
  )
}

interface MonthWordsProps {
  month: Statement
  x: number
  /** Above its column. */
  y: number
  isNarrow: boolean
}

function MonthWords({ month, x, y, isNarrow }: MonthWordsProps) {
  const name = shortMonth(month.month)
  return (
    <g>
      <text x={x} y={HIGH + 18} textAnchor="middle">
        {isNarrow ? name.slice(0, 1) : name}
      </text>
      {!isNarrow && (
        <>
          <text x={x} y={y} textAnchor="middle">
            {plain(month.optimistic_cents)}
          </text>
          <text className="title" x={x} y={HIGH + 38} textAnchor="middle">
            {plain(month.conservative_cents)}
          </text>
        </>
      )}
    </g>
  )
}
