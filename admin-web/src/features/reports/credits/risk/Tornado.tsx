import { rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { linear, tenth } from '@/ui/drawing/scale'
import { hatch } from '../AmountRows'
import { type Factor, shortMoney } from '../credits'

const ROW = { wide: 46, narrow: 80 }
/** Beside the longest bars, for their words; at the left also for the names of the assumptions. */
const WORDS = 175
const NAMES = 160
const HEAD = 34
const BAR = 22

/** From the middle, all credits as assumed: to the left with the worse value, to the right with the better. */
export function Tornado({ label, factors }: { label: string; factors: readonly Factor[] }) {
  const base = factors[0]?.base_cents ?? 0
  const changes = factors.flatMap((one) => [one.low_cents - base, one.high_cents - base])
  const range: [number, number] = [Math.min(-1, ...changes), Math.max(1, ...changes)]
  return (
    <Drawing label={label} height={(isNarrow) => HEAD + factors.length * rowOf(isNarrow)}>
      {({ width, height, isNarrow }) => {
        const x = linear(range, isNarrow ? [2, width - 2] : [NAMES + WORDS, width - WORDS])
        const middle = tenth(x(0))
        return (
          <>
            <text
              className="title"
              x={Math.min(width - 110, Math.max(110, middle))}
              y={14}
              textAnchor="middle"
            >
              wie angegeben: {shortMoney(base)}
            </text>
            {factors.map((factor, index) => (
              <Bar
                key={factor.factor}
                factor={factor}
                x={x}
                y={HEAD + index * rowOf(isNarrow)}
                width={width}
                isNarrow={isNarrow}
              />
            ))}
            <path className="axis middle" d={`M${middle} 22V${height - 6}`} />
          </>
        )
      }}
    </Drawing>
  )
}

const rowOf = (isNarrow: boolean): number => (isNarrow ? ROW.narrow : ROW.wide)

interface BarProps {
  factor: Factor
  x: (cents: number) => number
  y: number
  width: number
  isNarrow: boolean
}

function Bar({ factor, x, y, width, isNarrow }: BarProps) {
  const { low_cents, high_cents, base_cents, low_label, high_label } = factor
  const low = x(low_cents - base_cents)
  const high = x(high_cents - base_cents)
  const middle = x(0)
  const top = isNarrow ? y + 22 : y + 8
  const part = (from: number, to: number) =>
    rowPath({ x: Math.min(from, to), y: top, height: BAR, cellWidth: Math.abs(to - from) }, 1, 0)
  return (
    <g>
      <text className="title halo" x={0} y={isNarrow ? y + 14 : top + 16}>
        {factor.factor}
      </text>
      <path className="bar-gap" d={part(low, middle)} />
      <path
        className="hatching"
        d={hatch(Math.min(low, middle), Math.max(low, middle), top, BAR)}
      />
      <path className="bar-credit" d={part(middle, high)} />
      {isNarrow ? (
        <>
          <text x={0} y={top + BAR + 16}>
            {low_label}: {shortMoney(low_cents)}
          </text>
          <text x={width} y={top + BAR + 16} textAnchor="end">
            {high_label}: {shortMoney(high_cents)}
          </text>
        </>
      ) : (
        <>
          <text x={tenth(Math.min(low, middle) - 8)} y={top + 16} textAnchor="end">
            {low_label}: {shortMoney(low_cents)}
          </text>
          <text x={tenth(Math.max(high, middle) + 8)} y={top + 16}>
            {high_label}: {shortMoney(high_cents)}
          </text>
        </>
      )}
    </g>
  )
}
