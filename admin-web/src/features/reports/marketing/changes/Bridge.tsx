import { Drawing } from '@/ui/drawing/Drawing'
import { oneLine } from '@/ui/drawing/text'
import type { Step } from './changes'

interface BridgeProps {
  label: string
  steps: readonly Step[]
  measure: string
}

const NAMES = 232
const WORDS = 132
const ROW = 40
const NARROW_ROW = 58
const BAR = 18

/** From the comparison period to the period, one cause below the other: each begins where the one above ends. */
export function Bridge({ label, steps, measure }: BridgeProps) {
  return (
    <>
      <Drawing
        label={label}
        height={(isNarrow) => steps.length * (isNarrow ? NARROW_ROW : ROW) + 4}
      >
        {({ width, isNarrow }) => {
          const row = isNarrow ? NARROW_ROW : ROW
          const place = placeOf(steps, isNarrow ? 4 : NAMES, isNarrow ? width - 4 : width - WORDS)
          return steps.map((step, index) => {
            const y = index * row
            const top = y + (isNarrow ? 28 : 11)
            return (
              <g key={step.name} className={step.isSum ? 'bridge is-sum' : 'bridge'}>
                <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
                <text x={0} y={y + (isNarrow ? 20 : 25)} className="title">
                  {oneLine(step.name, isNarrow ? width - WORDS : NAMES - 14)}
                </text>
                <text
                  x={width}
                  y={y + (isNarrow ? 20 : 25)}
                  textAnchor="end"
                  className={step.isSum ? 'title' : 'onward'}
                >
                  {step.words}
                </text>
                {index + 1 < steps.length && (
                  <path
                    className="bridge-link"
                    d={`M${place(step.to)} ${top + BAR}V${top + row}`}
                  />
                )}
                <Beam step={step} top={top} place={place} />
              </g>
            )
          })
        }}
      </Drawing>
      <p className="tiny muted flush">
        Gefüllt: die Ursache brachte mehr; nur umrandet: sie brachte weniger. Jede Ursache beginnt,
        wo die darüber endet. {HOW[measure]}
      </p>
    </>
  )
}

const HOW: Readonly<Record<string, string>> = {
  contracted:
    'Reife: Verträge, die nur da sind, weil der ältere Zeitraum mehr Zeit für sie hatte; alle anderen Ursachen vergleichen beide im gleichen Alter.',
  kwh: 'Ergebnis je Reservierung: wie groß die reservierten Anteile sind.',
}

interface BeamProps {
  step: Step
  top: number
  place: (amount: number) => number
}

function Beam({ step, top, place }: BeamProps) {
  const [from, to] = [place(step.from), place(step.to)]
  if (step.isSum) return <path className="bridge-sum" d={`M${from} ${top - 3}v${BAR + 6}`} />
  const width = Math.max(2, Math.abs(to - from))
  return (
    <rect
      className={to > from ? 'bridge-more' : 'bridge-less'}
      x={Math.min(from, to)}
      y={top}
      width={width}
      height={BAR}
      rx={2}
    />
  )
}

/** From amounts to positions. The axis reaches from the smallest sum on the way to the largest. */
function placeOf(steps: readonly Step[], start: number, end: number) {
  const levels = steps.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  const room = high - low || 1
  return (amount: number) =>
    Math.round((start + 3 + ((amount - low) / room) * (end - start - 10)) * 10) / 10
}
