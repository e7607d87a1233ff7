import { Drawing } from '../drawing/Drawing'
import { linear, tenth } from '../drawing/scale'
import { formatCell } from '../kinds'
import { type BudgetShift, MOST_ORIGINS } from './origins'

interface BudgetShiftsProps {
  label: string
  shifts: readonly BudgetShift[]
}

const HEAD = 30
const ROW = { wide: 50, narrow: 66 }
const BAR = 16
const WORDS = 96

/** From the middle, the share by the chosen model: to the left what could be lost, to the right gained. */
export function BudgetShifts({ label, shifts }: BudgetShiftsProps) {
  const shown = shifts.slice(0, MOST_ORIGINS)
  const most = Math.max(1, ...shown.flatMap(({ loss, gain }) => [-loss, gain]))
  return (
    <Drawing
      label={label}
      height={(isNarrow) => HEAD + shown.length * (isNarrow ? ROW.narrow : ROW.wide)}
    >
      {({ width, isNarrow }) => {
        const row = isNarrow ? ROW.narrow : ROW.wide
        const middle = width / 2
        const x = linear([-most, most], [WORDS, width - WORDS])
        return (
          <>
            <text x={middle - 12} y={14} textAnchor="end">
              könnte verlieren
            </text>
            <text x={middle + 12} y={14}>
              könnte gewinnen
            </text>
            {shown.map((shift, index) => (
              <Shift
                key={shift.name}
                shift={shift}
                x={x}
                y={HEAD + index * row}
                isNarrow={isNarrow}
              />
            ))}
          </>
        )
      }}
    </Drawing>
  )
}

interface ShiftProps {
  shift: BudgetShift
  x: (cents: number) => number
  y: number
  isNarrow: boolean
}

function Shift({ shift, x, y, isNarrow }: ShiftProps) {
  const { name, budget, loss, gain } = shift
  const bar = y + (isNarrow ? 40 : 24)
  return (
    <g>
      <text y={y + 16}>
        <tspan className="titel">{name.length > 44 ? `${name.slice(0, 43)}…` : name}</tspan>
        <tspan {...(isNarrow ? { x: 0, dy: 17 } : { dx: 8 })}>{formatCell('cents', budget)}</tspan>
      </text>
      <path className="achse" d={`M${tenth(x(0))} ${bar - 4}v${BAR + 8}`} />
      <path className="verlust" d={block(x(loss), x(0), bar)} />
      <path className="gewinn" d={block(x(0), x(gain), bar)} />
      {loss < 0 && (
        <text className="wert" x={x(loss) - 6} y={bar + 12.5} textAnchor="end">
          −{formatCell('cents', -loss)}
        </text>
      )}
      {gain > 0 && (
        <text className="wert" x={x(gain) + 6} y={bar + 12.5}>
          +{formatCell('cents', gain)}
        </text>
      )}
    </g>
  )
}

const block = (from: number, to: number, y: number): string =>
  to > from ? `M${tenth(from)} ${y}H${tenth(to)}v${BAR}H${tenth(from)}z` : ''
