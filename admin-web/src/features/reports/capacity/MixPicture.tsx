import { formatKwh, formatNumber } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { cellUnit, rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { ClickArea } from '../frame/drawing/ClickArea'
import { formatCell } from '../frame/tables/kinds'
import { mixOf, type PackageMix, PLAN_LOOKS, plansOf } from './mix'
import type { MixRow } from './report'

const ROW = 64
const BAR = 20
const HEAD = 24
const MOST_CELLS = { wide: 80, narrow: 40 }

interface MixPictureProps {
  label: string
  rows: readonly MixRow[]
  /** The reservations of a package that came in in the period. */
  linkOf: (kwh: number) => string
}

/** A row of cells for each package; how it is paid by the shape of the cells. */
export function MixPicture({ label, rows, linkOf }: MixPictureProps) {
  const packages = mixOf(rows)
  const plans = plansOf(rows)
  return (
    <figure className="strip">
      <Drawing label={label} height={HEAD + packages.length * ROW}>
        {({ width, isNarrow }) => {
          const most = Math.max(1, ...packages.map(({ taken }) => taken))
          const unit = cellUnit(most, isNarrow ? MOST_CELLS.narrow : MOST_CELLS.wide)
          const cellWidth = (width - 2) / Math.ceil(most / unit + plans.length)
          return (
            <>
              <text x={0} y={14}>
                {unit === 1 ? 'Eine Zelle ist ein Platz.' : `Eine Zelle sind ${unit} Plätze.`}
              </text>
              {packages.map((one, index) => (
                <g key={one.kwh}>
                  <PackageRow
                    mix={one}
                    width={width}
                    top={HEAD + index * ROW}
                    unit={unit}
                    cellWidth={cellWidth}
                  />
                  <ClickArea
                    to={linkOf(one.kwh)}
                    name="Im Zeitraum neu reservierte öffnen"
                    y={HEAD + index * ROW + 2}
                    width={width}
                    height={ROW - 8}
                  />
                </g>
              ))}
            </>
          )
        }}
      </Drawing>
      <figcaption>
        <ul className="legend">
          {plans.map((plan) => (
            <li key={plan}>
              <span>
                <svg width={20} height={14} viewBox="0 0 20 14" aria-hidden="true">
                  <MixCells plan={plan} x={1} y={1} height={12} cellWidth={20} cells={1} />
                </svg>
                {planName(plan)} <b>{formatNumber(sumOf(rows, plan))}</b>
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

const sumOf = (rows: readonly MixRow[], plan: string): number =>
  rows.filter((row) => row.plan === plan).reduce((sum, row) => sum + row.taken, 0)

interface PackageRowProps {
  mix: PackageMix
  width: number
  top: number
  unit: number
  cellWidth: number
}

function PackageRow({ mix, width, top, unit, cellWidth }: PackageRowProps) {
  const { kwh } = mix
  let x = 1
  return (
    <g>
      <text x={0} y={top + 16}>
        <tspan className="title">{packageName(kwh)}</tspan>
        <tspan dx={8}>{formatKwh(kwh)}</tspan>
      </text>
      <text x={width} y={top + 16} textAnchor="end" className="value">
        {formatNumber(mix.taken)} · {formatCell('share_ppm', mix.share)}
      </text>
      {mix.plans.map(({ plan, taken }) => {
        const begin = x
        const cells = taken / unit
        x += Math.ceil(cells) * cellWidth
        return (
          <MixCells
            key={plan}
            plan={plan}
            x={begin}
            y={top + 26}
            height={BAR}
            cellWidth={cellWidth}
            cells={cells}
          />
        )
      })}
    </g>
  )
}

interface MixCellsProps {
  plan: string
  x: number
  y: number
  height: number
  cellWidth: number
  cells: number
}

/** Cells of a plan: full where it is paid at once, half for 24 instalments, outlined for 48. */
function MixCells({ plan, x, y, height, cellWidth, cells }: MixCellsProps) {
  const look = PLAN_LOOKS[plan] ?? 'empty'
  const row = { x, y, height, cellWidth }
  if (look === 'full') return <path className="c-module" d={rowPath(row, cells)} />
  if (look === 'empty') return <path className="c-instalment" d={rowPath(row, cells)} />
  return (
    <>
      <path className="c-instalment" d={rowPath(row, cells)} />
      <path
        className="c-module"
        d={rowPath({ ...row, y: y + height / 2, height: height / 2 }, cells)}
      />
    </>
  )
}
