import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { packageName, planName } from '@/lib/reservationWords'
import { Drawing } from '@/ui/drawing/Drawing'
import { linear, tenth } from '@/ui/drawing/scale'
import { type Spread, yearWords } from '../credits'

const ROW = 46
const HEAD = 8
const FOOT = 30
const BOX = 16

interface SpreadBoxesProps {
  label: string
  rows: readonly Spread[]
  linkOf: (row: Spread) => string | null
}

/** Package by package and plan: from the earliest to the latest, the middle half as a box. */
export function SpreadBoxes({ label, rows, linkOf }: SpreadBoxesProps) {
  const from = Math.floor(Math.min(...rows.map(({ shortest }) => shortest ?? 0)) / 10) * 10
  const to = Math.ceil(Math.max(from + 10, ...rows.map(({ longest }) => longest ?? 0)) / 10) * 10
  const bottom = HEAD + rows.length * ROW
  return (
    <Drawing label={label} height={bottom + FOOT}>
      {({ width, isNarrow }) => {
        const x = linear([from, to], [8, width - 8])
        const marks = Array.from({ length: (to - from) / 10 + 1 }, (_, index) => from + index * 10)
        return (
          <>
            {marks.map((tenths) => (
              <path
                key={tenths}
                className="guide-line"
                d={`M${tenth(x(tenths))} ${HEAD}V${bottom}`}
              />
            ))}
            {rows.map((row, index) => (
              <g key={`${row.package} ${row.plan}`}>
                <Box row={row} x={x} top={HEAD + index * ROW} width={width} />
                <ClickArea
                  to={linkOf(row)}
                  name="Diese Reservierungen öffnen"
                  y={HEAD + index * ROW - 2}
                  width={width}
                  height={ROW - 2}
                />
              </g>
            ))}
            {marks.map((tenths, index) =>
              isNarrow && index % 2 ? null : (
                <text
                  key={tenths}
                  x={tenth(x(tenths))}
                  y={bottom + 20}
                  textAnchor={index === 0 ? 'start' : index === marks.length - 1 ? 'end' : 'middle'}
                >
                  {index === marks.length - 1 ? `${tenths / 10} Jahre` : tenths / 10}
                </text>
              ),
            )}
          </>
        )
      }}
    </Drawing>
  )
}

interface BoxProps {
  row: Spread
  x: (tenths: number) => number
  top: number
  width: number
}

function Box({ row, x, top, width }: BoxProps) {
  const { shortest, lower, median, upper, longest } = row
  if (shortest === null || lower === null || median === null || upper === null || longest === null)
    return null
  const y = top + 21
  const middle = y + BOX / 2
  return (
    <g>
      <text x={0} y={top + 14} className="halo">
        <tspan className="title">
          {packageName(row.package)}, {planName(row.plan)}
        </tspan>
      </text>
      <text x={width} y={top + 14} textAnchor="end" className="halo">
        Hälfte bis {yearWords(median)}
      </text>
      <path
        className="stretch"
        d={`M${tenth(x(shortest))} ${y}v${BOX}M${tenth(x(shortest))} ${middle}H${tenth(x(longest))}M${tenth(x(longest))} ${y}v${BOX}`}
      />
      <rect
        className="box"
        x={tenth(x(lower))}
        y={y}
        width={tenth(Math.max(3, x(upper) - x(lower)))}
        height={BOX}
        rx={2}
      />
      <path className="median" d={`M${tenth(x(median))} ${y - 3}v${BOX + 6}`} />
    </g>
  )
}
