import { formatNumber } from '@/lib/format'
import { PACKAGES } from '@/lib/reservationWords'
import { cellUnit, rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { linear, tenth } from '@/ui/drawing/scale'
import type { SpreadYear } from '../credits'

const PANEL = 136
const AXIS = 44
/** A cell's side with the gap to the next. */
const CELL = 9
const ROWS = 10
const LOOKS = ['bar-open', 'bar-credit', 'bar-gain'] as const

/** How many reservations are covered after how many years, package by package over the same years. */
export function SpreadCells({ label, rows }: { label: string; rows: readonly SpreadYear[] }) {
  const packages = [...new Set(rows.map((row) => row.package))].sort((a, b) => a - b)
  const tenths = rows.map(({ break_even }) => break_even)
  const from = Math.floor(Math.min(...tenths) / 10) * 10
  const to = Math.ceil(Math.max(...tenths, from + 10) / 10) * 10
  const most = Math.max(1, ...rows.map(({ reservations }) => reservations))
  return (
    <Drawing label={label} height={packages.length * PANEL + AXIS}>
      {({ width, isNarrow }) => {
        const x = linear([from - 3, to + 3], [0, width])
        // Break-evens of neighbouring rates lie at least five tenths apart.
        const across = Math.max(1, Math.min(6, Math.floor((x(5) - x(0) - 5) / CELL)))
        const unit = cellUnit(most, across * ROWS)
        return (
          <>
            {packages.map((kwh, index) => (
              <Panel
                key={kwh}
                kwh={kwh}
                rows={rows.filter((row) => row.package === kwh)}
                unit={unit}
                across={across}
                x={x}
                top={index * PANEL}
                width={width}
              />
            ))}
            <Years
              from={from}
              to={to}
              x={x}
              y={packages.length * PANEL}
              every={isNarrow ? 20 : 10}
            />
            <text x={0} y={packages.length * PANEL + 40}>
              Jahre bis zur Deckung; eine Zelle:{' '}
              {unit === 1 ? 'eine Reservierung' : `${formatNumber(unit)} Reservierungen`}
            </text>
          </>
        )
      }}
    </Drawing>
  )
}

interface PanelProps {
  kwh: number
  rows: readonly SpreadYear[]
  unit: number
  across: number
  x: (tenths: number) => number
  top: number
  width: number
}

function Panel({ kwh, rows, unit, across, x, top, width }: PanelProps) {
  const bottom = top + PANEL - 1
  const all = rows.reduce((sum, { reservations }) => sum + reservations, 0)
  const look = LOOKS[Math.min(2, Math.max(0, Math.round(kwh / 1000) - 1))]
  return (
    <g>
      <text className="title" x={0} y={top + 24}>
        {PACKAGES[kwh] ?? `${formatNumber(kwh)} kWh`}
      </text>
      <text x={width} y={top + 24} textAnchor="end">
        {all === 1 ? 'eine Reservierung' : `${formatNumber(all)} Reservierungen`}
      </text>
      <path
        className={look}
        d={rows
          .map(({ break_even, reservations }) =>
            blockPath(x(break_even) - (across * CELL) / 2, bottom - 2, across, reservations / unit),
          )
          .join('')}
      />
      <path className="axis" d={`M0 ${bottom + 0.5}H${width}`} />
    </g>
  )
}

/** Square cells upwards, so many across; the last one is cut where the count ends inside it. */
export function blockPath(x: number, bottom: number, across: number, cells: number): string {
  let d = ''
  for (let row = 0; row * across < cells; row++) {
    const place = { x, y: bottom - (row + 1) * CELL + 2, height: CELL - 2, cellWidth: CELL }
    d += rowPath(place, Math.min(across, cells - row * across))
  }
  return d
}

interface YearsProps {
  from: number
  to: number
  x: (tenths: number) => number
  y: number
  every: number
}

function Years({ from, to, x, y, every }: YearsProps) {
  const marks = Array.from({ length: (to - from) / 10 + 1 }, (_, index) => from + index * 10)
  return (
    <g>
      {marks.map((tenths, index) => (
        <g key={tenths}>
          <path className="axis" d={`M${tenth(x(tenths))} ${y}v6`} />
          {(index * 10) % every === 0 && (
            <text x={tenth(x(tenths))} y={y + 20} textAnchor="middle">
              {tenths / 10}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}
