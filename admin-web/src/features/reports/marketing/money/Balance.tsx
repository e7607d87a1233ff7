import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { TableDocument } from '@/features/reports/frame/document'
import { FigureSheet } from '@/features/reports/frame/FigureSheet'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { originFilters, originTitle } from '@/features/reports/frame/parameters/origin'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { cellUnit, rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { type MoneyRow, type Totals, wholeEuros, worst } from './money'
import { Target } from './Target'

interface BalanceProps {
  table: TableDocument<Totals>
  totals: Totals
  rows: readonly MoneyRow[]
}

/** The sums by verdict: a sentence, cells of a round sum each, and where to look first. */
export function Balance({ table, totals, rows }: BalanceProps) {
  const first = worst(rows)
  return (
    <FigureSheet table={table} isHeadedBySentence className="money-balance">
      {!!totals.cost_cents && <Cells totals={totals} whole={totals.cost_cents} />}
      <div className="money-next">
        <Target cents={totals.target_cents} />
        {first && <FirstLook row={first} />}
      </div>
    </FigureSheet>
  )
}

function FirstLook({ row }: { row: MoneyRow }) {
  const { parameters } = useShownReport()
  const filters = { ...parameters.filters, ...originFilters(row) }
  const path = row.campaign_id
    ? `/campaigns/${row.campaign_id}/show`
    : reservationsBehind(parameters, filters)
  return (
    <Button variant="contained" color="secondary" component={Link} to={path} className="no-print">
      {originTitle(row)} ansehen, {formatCell('cents', row.cost_cents)}
    </Button>
  )
}

const CELL = { width: 8.5, height: 18, gap: 1.5 }
const ROW = CELL.height + 3
const LOOKS = [
  ['worth_cents', 'lohnen sich', 'c-pine'],
  ['open_cents', formatCell('verdict', 'open'), 'c-invited'],
  ['not_worth_cents', 'lohnen sich nicht', 'c-blocked'],
] as const

function Cells({ totals, whole }: { totals: Totals; whole: number }) {
  const unit = cellUnit(whole / 100, 150) * 100
  const parts = LOOKS.map(([name, words, look]) => ({ words, look, cells: totals[name] / unit }))
  const counted = parts.map(
    ({ words, cells }) => `${formatCell('count', Math.round(cells))} ${words}`,
  )
  const all = Math.ceil(parts.reduce((sum, { cells }) => sum + Math.ceil(cells), 0))
  const rowsFor = (width: number) => Math.ceil(all / perRow(width))
  return (
    <>
      <Drawing
        label={`${formatCell('count', all)} Zellen zu ${wholeEuros(unit)}: ${counted.join(', ')}.`}
        height={(_, width) => (width > 0 ? rowsFor(width) : 1) * ROW}
      >
        {({ width }) => <CellRows parts={parts} columns={perRow(width)} />}
      </Drawing>
      <p className="tiny muted flush">
        Eine Zelle sind {wholeEuros(unit)}, zusammen {formatCell('cents', whole)}.
      </p>
    </>
  )
}

const perRow = (width: number): number => Math.max(1, Math.floor(width / CELL.width))

interface Part {
  look: string
  cells: number
}

/** Each verdict begins with a cell of its own; its last cell is cut where the sum ends. */
function CellRows({ parts, columns }: { parts: readonly Part[]; columns: number }) {
  let place = 0
  return parts.map(({ look, cells }) => {
    const drawn = Array.from({ length: Math.ceil(cells) }, (_, index) => ({
      index: place + index,
      share: Math.min(1, cells - index),
    }))
    place += drawn.length
    return (
      <g key={look}>
        {drawn.map(({ index, share }) => (
          <Cell key={index} look={look} share={share} {...placeOf(index, columns)} />
        ))}
      </g>
    )
  })
}

const placeOf = (index: number, columns: number) => ({
  x: (index % columns) * CELL.width + 0.5,
  y: Math.floor(index / columns) * ROW + 0.5,
})

function Cell({ look, share, x, y }: { look: string; share: number; x: number; y: number }) {
  const width = (CELL.width - CELL.gap) * Math.max(share, 0.15)
  const high = CELL.height - 1
  return (
    <>
      <path className={look} d={rowPath({ x, y, height: high, cellWidth: width }, 1, 0)} />
      {look === 'c-blocked' && (
        <path className="c-line" d={`M${x} ${y + high}L${x + width} ${y}`} />
      )}
    </>
  )
}
