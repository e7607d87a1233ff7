import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { formatNumber } from '@/lib/format'
import { cellUnit, columnPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import type { Column, Quartile } from './paths'

interface CountColumnsProps {
  label: string
  /** The columns that fit, at most so many. */
  columns: (most: number) => readonly Column[]
  /** Below the axis. */
  axis: string
  quartiles?: readonly Quartile[]
  /** Where a column leads. */
  linkOf?: (column: Column) => string | null
}

const HIGH = 150
const TOP = 42
const AXIS = 46
const BAND = 40
const WIDTH = { least: 34, most: 84 }
const MOST_CELLS = 12
const LEAST_CELLS = 5

/** Reservations as columns of cells, and the days by which a quarter, half and three quarters came. */
export function CountColumns({
  label,
  columns,
  axis,
  quartiles = [],
  linkOf = () => null,
}: CountColumnsProps) {
  const hasBand = quartiles.length > 0
  return (
    <Drawing label={label} height={TOP + HIGH + AXIS + (hasBand ? BAND : 0)}>
      {({ width }) => {
        const shown = columns(Math.floor(width / WIDTH.least))
        const step = Math.min(WIDTH.most, width / Math.max(1, shown.length))
        const largest = Math.max(1, ...shown.map(({ reservations }) => reservations))
        const unit = cellUnit(largest, MOST_CELLS)
        const cellHeight = HIGH / Math.max(LEAST_CELLS, Math.ceil(largest / unit))
        const bottom = TOP + HIGH + (hasBand ? BAND : 0)
        return (
          <g className="reservations">
            <text x={0} y={14}>
              eine Zelle:{' '}
              {unit === 1 ? 'eine Reservierung' : `${formatNumber(unit)} Reservierungen`}
            </text>
            {shown.map((column, index) => {
              const { key, name, reservations } = column
              const x = index * step
              const top = TOP + HIGH - (reservations / unit) * cellHeight
              return (
                <g key={key}>
                  <path
                    className="cell-full"
                    d={columnPath(
                      { x, bottom: TOP + HIGH, width: step - 4, cellHeight },
                      reservations / unit,
                    )}
                  />
                  {reservations > 0 && (
                    <text x={x + step / 2 - 2} y={top - 6} textAnchor="middle" className="onward">
                      {formatNumber(reservations)}
                    </text>
                  )}
                  <text x={x + step / 2 - 2} y={bottom + 20} textAnchor="middle">
                    {name}
                  </text>
                  <ClickArea
                    to={reservations > 0 ? linkOf(column) : null}
                    name="Diese Reservierungen öffnen"
                    x={x}
                    y={TOP - 20}
                    width={step - 4}
                    height={bottom + 26 - (TOP - 20)}
                  />
                </g>
              )
            })}
            {hasBand && (
              <Band quartiles={quartiles} step={step} columns={shown.length} y={TOP + HIGH} />
            )}
            <path className="base-line" d={`M0 ${bottom + 2.5}H${shown.length * step - 4}`} />
            <text x={0} y={bottom + 40}>
              {axis}
            </text>
          </g>
        )
      }}
    </Drawing>
  )
}

interface BandProps {
  quartiles: readonly Quartile[]
  step: number
  columns: number
  y: number
}

/** From the quarter to three quarters a band, a thick peg at the half. */
function Band({ quartiles, step, columns, y }: BandProps) {
  const at = (days: number) => (Math.min(days, columns - 1) + 0.5) * step - 2
  const [low, half, high] = quartiles.map(({ days }) => at(days))
  if (low === undefined || half === undefined || high === undefined) return null
  const end = Math.max(high, low + 6)
  return (
    <g>
      <path className="measure-band" d={`M${low} ${y + 14}H${end}v12H${low}z`} />
      <path className="band-middle" d={`M${half} ${y + 10}v20`} />
      <text x={Math.max(end, half) + 10} y={y + 25}>
        die Mitte der Reservierungen
      </text>
    </g>
  )
}
