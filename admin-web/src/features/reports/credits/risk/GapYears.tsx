import { Drawing } from '@/ui/drawing/Drawing'
import { stepPath } from '@/ui/drawing/lines'
import { labelEvery, linear, roundTicks, tenth } from '@/ui/drawing/scale'
import { hatch } from '../AmountRows'
import type { GapYear } from '../credits'
import { Legend } from '../Legend'
import { GUTTER, MoneyAxis } from '../MoneyAxis'

const HIGH = 220
const TOP = 20
const FOOT = 24

/** Year by year: what the park makes, and what is missing to the minimum above it. */
export function GapYears({ label, years }: { label: string; years: readonly GapYear[] }) {
  return (
    <div>
      <Drawing label={label} height={HIGH + FOOT}>
        {({ width }) => <Columns years={years} width={width} />}
      </Drawing>
      <Legend
        entries={[
          {
            name: 'Gewinn des Parks',
            sample: <path className="bar-gain" d="M2 1h26v12h-26z" />,
          },
          {
            name: 'Garantielücke',
            sample: (
              <>
                <path className="bar-gap" d="M2 1h26v12h-26z" />
                <path className="hatching" d={hatch(2, 28, 1, 12)} />
              </>
            ),
          },
          { name: 'Mindestgutschrift', sample: <path className="curve-minimum" d="M0 7H30" /> },
        ]}
      />
    </div>
  )
}

function Columns({ years, width }: { years: readonly GapYear[]; width: number }) {
  const step = (width - GUTTER) / Math.max(1, years.length)
  const left = (index: number) => GUTTER + index * step
  const gap = Math.min(10, step * 0.25)
  const most = Math.max(100, ...years.flatMap((one) => [one.minimum_cents, one.profit_cents]))
  const ticks = roundTicks(0, most)
  const y = linear([0, ticks.at(-1) ?? 1], [HIGH, TOP])
  const bar = (index: number, from: number, to: number) =>
    `M${tenth(left(index) + gap / 2)} ${tenth(y(from))}h${tenth(step - gap)}V${tenth(y(to))}h${tenth(gap - step)}z`
  const every = labelEvery(years.length, width - GUTTER, 30)
  return (
    <>
      <MoneyAxis ticks={ticks} y={y} width={width} />
      <path
        className="bar-gain"
        d={years.map(({ profit_cents }, index) => bar(index, 0, profit_cents)).join('')}
      />
      {years.map((one, index) =>
        one.gap_cents > 0 ? (
          <g key={one.year}>
            <path className="bar-gap" d={bar(index, one.profit_cents, one.minimum_cents)} />
            <path
              className="hatching"
              d={hatch(
                left(index) + gap / 2,
                left(index + 1) - gap / 2,
                y(one.minimum_cents),
                y(one.profit_cents) - y(one.minimum_cents),
              )}
            />
          </g>
        ) : null,
      )}
      <path
        className="curve-minimum"
        d={stepPath(
          years.map((one, index) => [left(index), y(one.minimum_cents)] as const),
          step,
        )}
      />
      {years.map(({ year }, index) =>
        index % every === 0 ? (
          <text key={year} x={tenth(left(index + 0.5))} y={HIGH + 18} textAnchor="middle">
            {year}.
          </text>
        ) : null,
      )}
      <text x={GUTTER - 8} y={HIGH + 18} textAnchor="end">
        Jahr
      </text>
    </>
  )
}
