import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { cellUnit, rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { tenth } from '@/ui/drawing/scale'
import { shortMoney } from './credits'

export interface AmountRow {
  key: string
  title: string
  cents: number
  /** The part of it that the park adds. */
  gapCents: number
  /** What it is to be measured by: a mark on the row. */
  markCents: number
  /** How its cells look. */
  look: string
  /** Two things to know; beside each other where there is room. */
  words: readonly [string, string]
  /** Where its reservations are. */
  link?: string | null
}

const ROW = { wide: 92, narrow: 108 }
const TOP = 26
const BAR = 22
const MOST_CELLS = { wide: 48, narrow: 20 }

interface AmountRowsProps {
  label: string
  rows: readonly AmountRow[]
  /** What the mark is. */
  mark: string
}

/** Amounts below each other, in cells of a round sum; a mark shows what each is measured by. */
export function AmountRows({ label, rows, mark }: AmountRowsProps) {
  return (
    <Drawing label={label} height={(isNarrow) => rows.length * rowOf(isNarrow) + 26}>
      {({ width, height, isNarrow }) => {
        const most = Math.max(100, ...rows.flatMap(({ cents, markCents }) => [cents, markCents]))
        const cell = cellUnit(most / 100, isNarrow ? MOST_CELLS.narrow : MOST_CELLS.wide) * 100
        const cellWidth = width / Math.ceil(most / cell)
        return (
          <>
            {rows.map((row, index) => (
              <g key={row.key}>
                <Amount
                  row={row}
                  y={index * rowOf(isNarrow)}
                  isNarrow={isNarrow}
                  width={width}
                  cell={cell}
                  cellWidth={cellWidth}
                />
                <ClickArea
                  to={row.link ?? null}
                  name="Diese Reservierungen öffnen"
                  y={index * rowOf(isNarrow)}
                  width={width}
                  height={rowOf(isNarrow) - 12}
                />
              </g>
            ))}
            <path className="mark-line" d={`M4 ${height - 18}v16`} />
            <text x={14} y={height - 6}>
              {mark}; eine Zelle: {shortMoney(cell)}
            </text>
          </>
        )
      }}
    </Drawing>
  )
}

const rowOf = (isNarrow: boolean): number => (isNarrow ? ROW.narrow : ROW.wide)

interface AmountProps {
  isNarrow: boolean
  row: AmountRow
  y: number
  width: number
  cell: number
  cellWidth: number
}

function Amount({ row, y, isNarrow, width, cell, cellWidth }: AmountProps) {
  const { cents, gapCents, markCents, look, words } = row
  const bar = { x: 0, y: y + TOP, height: BAR, cellWidth }
  const full = (cents / cell) * cellWidth
  const earned = ((cents - gapCents) / cell) * cellWidth
  const x = tenth(Math.min(width - 2, (markCents / cell) * cellWidth))
  return (
    <g>
      <text className="title" x={0} y={y + 16}>
        {row.title}
      </text>
      <text className="amount" x={width} y={y + 16} textAnchor="end">
        {shortMoney(cents)}
      </text>
      <path className={`cells-${look}`} d={rowPath(bar, (cents - gapCents) / cell)} />
      {gapCents > 0 && (
        <>
          <path
            className="bar-gap"
            d={rowPath({ ...bar, x: earned, cellWidth: full - earned }, 1, 0)}
          />
          <path className="hatching" d={hatch(earned, full, y + TOP, BAR)} />
        </>
      )}
      <path className="mark-halo" d={`M${x} ${y + TOP - 4}v${BAR + 8}`} />
      <path className="mark-line" d={`M${x} ${y + TOP - 4}v${BAR + 8}`} />
      {(isNarrow ? words : [words.filter(Boolean).join(' · ')]).map((line, index) => (
        <text key={line} x={0} y={y + TOP + BAR + 18 + index * 17}>
          {line}
        </text>
      ))}
    </g>
  )
}

/** Slanted lines over a part of a bar: a pattern that pictures can take along. */
export function hatch(from: number, to: number, y: number, height: number, gap = 5): string {
  if (to <= from) return ''
  let d = ''
  for (let x = from - height + gap; x < to; x += gap) {
    const [left, right] = [Math.max(x, from), Math.min(x + height, to)]
    d += `M${tenth(left)} ${tenth(y + height - (left - x))}L${tenth(right)} ${tenth(y + height - (right - x))}`
  }
  return d
}
