import { Drawing } from '@/ui/drawing/Drawing'
import { linear, tenth } from '@/ui/drawing/scale'

interface IntervalScaleProps {
  /** `null`: without a limit on this side. */
  lower: number | null
  upper: number | null
  point?: number
  /** The effect that was looked for, in the same unit. */
  effect: number
  words: (value: number | null) => string
}

const HEIGHT = 64
const LINE = 24

/** Where the effect lies: its interval, no effect, and the one that was looked for. */
export function IntervalScale({ lower, upper, point, effect, words }: IntervalScaleProps) {
  const far = 2 * effect
  const clipped = (value: number) => Math.max(-far, Math.min(far, value))
  const [from, to] = [clipped(lower ?? -far), clipped(upper ?? far)]
  return (
    <div className="interval-scale">
      <Drawing
        label={`Der Unterschied liegt zwischen ${words(lower)} und ${words(upper)}.`}
        height={HEIGHT}
      >
        {({ width }) => {
          const x = linear([-far, far], [10, width - 10])
          return (
            <>
              <path className="ground" d={`M10 ${LINE}H${width - 10}`} />
              <path className="stretch" d={`M${tenth(x(from))} ${LINE}H${tenth(x(to))}`} />
              {(lower === null || lower < -far) && (
                <path className="arrow" d={`M17 ${LINE - 6}l-7 6l7 6`} />
              )}
              {(upper === null || upper > far) && (
                <path className="arrow" d={`M${width - 17} ${LINE - 6}l7 6l-7 6`} />
              )}
              <path className="nothing" d={`M${tenth(x(0))} ${LINE - 16}v32`} />
              {[-effect, effect].map((value) => (
                <path key={value} className="wanted" d={`M${tenth(x(value))} ${LINE - 11}v22`} />
              ))}
              {point !== undefined && (
                <path
                  className="point"
                  d={`M${tenth(x(clipped(point)) - 6)} ${LINE}l6 -6l6 6l-6 6z`}
                />
              )}
              <text x={x(0)} y={HEIGHT - 6} textAnchor="middle">
                kein Unterschied
              </text>
              <text x={x(effect)} y={HEIGHT - 6} textAnchor="middle">
                gesucht
              </text>
            </>
          )
        }}
      </Drawing>
    </div>
  )
}
