import { tenth } from '@/ui/drawing/scale'
import { type MoneyRow, wholeEuros } from './money'

/** How many cells the scale has, and how many of them lie below the target. */
const CELLS = 15
const TO_TARGET = 5
const CELL = 16
const LEFT = 1
const WIDTH = LEFT + CELLS * CELL + 17
const HEIGHT = 36

export interface Scale {
  /** Cents of one cell. */
  unit: number
  target: number | null
}

/** Three times the target; without one as far as the cheaper half of what is known reaches. */
export function scaleOf(rows: readonly MoneyRow[], target: number | null): Scale {
  if (target !== null) return { unit: target / TO_TARGET, target }
  const known = rows.flatMap(
    ({ cost_per_contract, least_cents }) => cost_per_contract ?? least_cents ?? [],
  )
  const middle = known.sort((one, other) => one - other)[Math.floor(known.length / 2)] ?? 25_000
  return { unit: Math.max(100, Math.ceil(middle / TO_TARGET / 100) * 100), target: null }
}

const xOf = (cents: number, { unit }: Scale): number => LEFT + Math.min(CELLS, cents / unit) * CELL

/** The marks above the column: nothing, the target, and whole multiples of it. */
export function PriceAxis({ scale }: { scale: Scale }) {
  const ticks = [0, 1, 2, 3].map((times) => times * TO_TARGET * scale.unit)
  return (
    <svg className="drawing price-axis" viewBox={`0 0 ${WIDTH} 16`} aria-hidden="true">
      {ticks.map((cents, index) => (
        <text
          key={cents}
          className={index === 1 && scale.target !== null ? 'target' : undefined}
          x={xOf(cents, scale)}
          y={12}
          textAnchor={index === 0 ? 'start' : index === 3 ? 'end' : 'middle'}
        >
          {index === 1 && scale.target !== null && 'Ziel '}
          {wholeEuros(cents)}
        </text>
      ))}
    </svg>
  )
}

/** Where the interval of a contract's price lies: up to the target and above it, the chosen model as a diamond. */
export function PriceScale({ row, scale }: { row: MoneyRow; scale: Scale }) {
  const { least_cents: least, most_cents: most, cost_per_contract: price } = row
  const end = CELLS * scale.unit
  const last = most === null ? end : Math.min(most, end)
  const isBeyond = least !== null && (most === null || most > end)
  return (
    <svg className="drawing price-scale" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className="ground" d={cells(0, end, scale)} />
      {least !== null && (
        <>
          <path className="within" d={cells(least, Math.min(last, scale.target ?? last), scale)} />
          <path className="above" d={cells(Math.max(least, scale.target ?? end), last, scale)} />
        </>
      )}
      {isBeyond && <path className="onward" d={`M${LEFT + CELLS * CELL + 4} 13l6 5-6 5`} />}
      {scale.target !== null && (
        <path className="line" d={`M${xOf(scale.target, scale)} 0V${HEIGHT}`} />
      )}
      {price !== null && price <= end && (
        <path className="point" d={`M${tenth(xOf(price, scale))} 11l5.5 7-5.5 7-5.5-7z`} />
      )}
    </svg>
  )
}

/** The cells from one amount to another, those at the ends cut; nothing where the first is beyond the second. */
function cells(from: number, to: number, { unit }: Scale): string {
  let d = ''
  for (let cell = Math.floor(from / unit); cell < CELLS && cell * unit < to; cell++) {
    const start = Math.max(0, from / unit - cell)
    const end = Math.min(1, to / unit - cell)
    const x = LEFT + cell * CELL + start * (CELL - 2)
    const width = (end - start) * (CELL - 2)
    if (width > 0)
      d += `M${tenth(x)} 10h${tenth(Math.max(width, 0.8))}v16h${tenth(-Math.max(width, 0.8))}z`
  }
  return d
}
