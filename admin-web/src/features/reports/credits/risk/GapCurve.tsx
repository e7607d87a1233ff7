import { Drawing } from '@/ui/drawing/Drawing'
import { bandPath, linePath } from '@/ui/drawing/lines'
import { linear, roundTicks, tenth } from '@/ui/drawing/scale'
import { centWords, type GapPoint, shortMoney } from '../credits'
import { GUTTER, MoneyAxis } from '../MoneyAxis'

const HIGH = 260
const TOP = 20
const FOOT = 44
/** The curve of the offer's rates: 0 to 8 cent. */
const MOST = 8000

/** What the minimum costs the park, by what it makes with a kWh; the chosen profit is marked. */
export function GapCurve({ label, points }: { label: string; points: readonly GapPoint[] }) {
  const curve = points.filter(({ profit_milli_ct }) => profit_milli_ct <= MOST)
  const given = points.find(({ is_given }) => is_given)
  return (
    <Drawing label={label} height={HIGH + FOOT}>
      {({ width, isNarrow }) => {
        const ticks = roundTicks(0, Math.max(100, ...curve.map(({ gap_cents }) => gap_cents)))
        const y = linear([0, ticks.at(-1) ?? 1], [HIGH, TOP])
        const x = linear([0, MOST], [GUTTER, width - 8])
        return (
          <>
            <MoneyAxis ticks={ticks} y={y} width={width} />
            <path
              className="gap"
              d={bandPath(
                curve.map((one) => [x(one.profit_milli_ct), HIGH, y(one.gap_cents)] as const),
              )}
            />
            <path
              className="curve-gap"
              d={linePath(curve.map((one) => [x(one.profit_milli_ct), y(one.gap_cents)] as const))}
            />
            <CentAxis x={x} every={isNarrow ? 2000 : 1000} />
            {given && given.profit_milli_ct <= MOST && (
              <Given point={given} x={x} y={y} width={width} />
            )}
          </>
        )
      }}
    </Drawing>
  )
}

type Place = (value: number) => number

function Given({ point, x, y, width }: { point: GapPoint; x: Place; y: Place; width: number }) {
  const left = x(point.profit_milli_ct)
  const high = y(point.gap_cents)
  const isRight = left > width - 200
  return (
    <g>
      <path className="plumb-line" d={`M${tenth(left)} ${tenth(high)}V${HIGH}`} />
      <circle className="dot" cx={tenth(left)} cy={tenth(high)} r={7} />
      <text
        className="title halo"
        x={tenth(left + (isRight ? 0 : 14))}
        y={tenth(Math.max(high - (isRight ? 16 : 10), 14))}
        textAnchor={isRight ? 'end' : 'start'}
      >
        {centWords(point.profit_milli_ct)}: {shortMoney(point.gap_cents)}
      </text>
    </g>
  )
}

function CentAxis({ x, every }: { x: Place; every: number }) {
  const marks = Array.from({ length: MOST / every + 1 }, (_, index) => index * every)
  return (
    <g>
      {marks.map((milli) => (
        <g key={milli}>
          <path className="axis" d={`M${tenth(x(milli))} ${HIGH}v6`} />
          <text x={tenth(x(milli))} y={HIGH + 20} textAnchor={milli === MOST ? 'end' : 'middle'}>
            {milli / 1000} ct
          </text>
        </g>
      ))}
      <text x={GUTTER} y={HIGH + 38}>
        Gewinn des Parks je kWh im ersten Jahr
      </text>
    </g>
  )
}
