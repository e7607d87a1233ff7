import { Drawing } from '@/ui/drawing/Drawing'
import { tenth } from '@/ui/drawing/scale'
import { oneLine, shortened, textWidth } from '@/ui/drawing/text'
import { householdWords, type Matrix, type MatrixRow, unitWords } from './told'

interface ToldMatrixProps {
  label: string
  matrix: Matrix
}

const NAMES = 216
/** A name in two lines, and its number. */
const HEAD = 72
/** A cell with its gap. */
const PITCH = 10
const CELL = 8
const PAD = 14
const LINE = 18
const SMALL_BOLD = '600 13px "Figtree Variable", "Helvetica Neue", Arial, sans-serif'
const SMALL = '500 13px "Figtree Variable", "Helvetica Neue", Arial, sans-serif'

/** Answers below each other, measured origins side by side; at each crossing its households as cells. */
export function ToldMatrix({ label, matrix }: ToldMatrixProps) {
  return (
    <>
      <Drawing label={label} height={(isNarrow, width) => tops(matrix, width, isNarrow).height}>
        {({ width, isNarrow }) => {
          const place = tops(matrix, width, isNarrow)
          return (
            <g className="told-matrix">
              {!isNarrow && <Heads matrix={matrix} width={width} />}
              {matrix.rows.map((row, index) => {
                const Part = isNarrow ? NarrowRow : WideRow
                const y = place.tops[index] ?? 0
                return <Part key={row.told} row={row} matrix={matrix} y={y} width={width} />
              })}
            </g>
          )
        }}
      </Drawing>
      <p className="tiny muted flush">
        {unitWords(matrix.unit)} Zeilen sind, was gesagt wurde, Spalten, was gemessen ist. Umrandet
        sind Antworten, die nicht stimmen können.
      </p>
    </>
  )
}

const columnWidth = (matrix: Matrix, width: number): number =>
  (width - NAMES) / Math.max(1, matrix.columns.length)

const cellsOf = (count: number, unit: number): number => Math.ceil(count / unit)

/** How many cells stand side by side in a crossing. */
const across = (wide: number): number => Math.max(1, Math.floor((wide - PAD) / PITCH))

function rowHeight(row: MatrixRow, matrix: Matrix, width: number, isNarrow: boolean): number {
  if (isNarrow) return narrowLines(row, matrix, width).height
  const lines = row.counts.map((count) =>
    Math.ceil(cellsOf(count, matrix.unit) / across(columnWidth(matrix, width))),
  )
  return Math.max(52, LINE + Math.max(1, ...lines) * PITCH + 20)
}

function tops(matrix: Matrix, width: number, isNarrow: boolean) {
  let height = isNarrow ? 0 : HEAD
  const found = matrix.rows.map((row) => {
    const top = height
    height += rowHeight(row, matrix, width, isNarrow)
    return top
  })
  return { tops: found, height }
}

function Heads({ matrix, width }: { matrix: Matrix; width: number }) {
  const wide = columnWidth(matrix, width)
  return (
    <>
      <text x={0} y={38}>
        Gesagt
      </text>
      {matrix.columns.map(({ name, total }, index) => (
        <g key={name}>
          {headLines(name, wide - PAD).map((line, place, lines) => (
            <text
              key={line}
              x={NAMES + index * wide}
              y={38 - (lines.length - 1 - place) * 17}
              className="onward"
            >
              {line}
            </text>
          ))}
          <text x={NAMES + index * wide} y={58}>
            {total}
          </text>
        </g>
      ))}
    </>
  )
}

const headLines = (name: string, width: number): string[] =>
  shortened(name.replace(/^www\./, ''), width, 2, (part) => textWidth(part, SMALL_BOLD))

interface RowProps {
  row: MatrixRow
  matrix: Matrix
  y: number
  width: number
}

function WideRow({ row, matrix, y, width }: RowProps) {
  const wide = columnWidth(matrix, width)
  return (
    <g>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <text x={0} y={y + 22} className="title">
        {oneLine(row.told, NAMES - PAD)}
      </text>
      <text x={0} y={y + 42}>
        {countWords(row)}
      </text>
      {row.counts.map((count, index) => {
        const x = NAMES + index * wide
        const { name } = matrix.columns[index] ?? { name: '' }
        return (
          count > 0 && (
            <g key={name}>
              <text x={x} y={y + 22} className="onward">
                {count}
              </text>
              <Households
                cells={cellsOf(count, matrix.unit)}
                most={across(wide)}
                place={{ x, y: y + LINE + 12 }}
                isDecoy={row.isDecoy}
              />
            </g>
          )
        )
      })}
    </g>
  )
}

const narrowLeft = (width: number): number => Math.min(148, width * 0.42)

/** On a phone each origin has a line, as high as its cells need. */
function narrowLines(row: MatrixRow, matrix: Matrix, width: number) {
  const most = across(width - narrowLeft(width) - 34)
  let height = 34
  const lines = row.counts.flatMap((count, index) => {
    const column = matrix.columns[index]
    if (!column || count === 0) return []
    const cells = cellsOf(count, matrix.unit)
    const top = height
    height += Math.max(30, Math.ceil(cells / most) * PITCH + 12)
    return [{ name: column.name, count, cells, top }]
  })
  return { lines, most, height: height + 8 }
}

function NarrowRow({ row, matrix, y, width }: RowProps) {
  const left = narrowLeft(width)
  const { lines, most } = narrowLines(row, matrix, width)
  return (
    <g>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <text x={0} y={y + 24} className="title">
        {oneLine(row.told, width - 110)}
      </text>
      <text x={width} y={y + 24} textAnchor="end">
        {countWords(row)}
      </text>
      {lines.map(({ name, count, cells, top }) => (
        <g key={name}>
          <text x={0} y={y + top + 16}>
            {oneLine(name, left - 8, SMALL)}
          </text>
          <text x={left + 22} y={y + top + 16} textAnchor="end" className="onward">
            {count}
          </text>
          <Households
            cells={cells}
            most={most}
            place={{ x: left + 34, y: y + top + 7 }}
            isDecoy={row.isDecoy}
          />
        </g>
      ))}
    </g>
  )
}

const countWords = ({ total, isDecoy }: MatrixRow): string =>
  isDecoy ? `${total}, Köder` : householdWords(total)

interface HouseholdsProps {
  cells: number
  /** In one line. */
  most: number
  place: { x: number; y: number }
  isDecoy: boolean
}

function Households({ cells, most, place, isDecoy }: HouseholdsProps) {
  const inset = isDecoy ? 0.5 : 0
  const size = CELL - 2 * inset
  let d = ''
  for (let cell = 0; cell < cells; cell++) {
    const x = place.x + (cell % most) * PITCH + inset
    const y = place.y + Math.floor(cell / most) * PITCH + inset
    d += `M${tenth(x)} ${tenth(y)}h${size}v${size}h${-size}z`
  }
  return <path className={isDecoy ? 'cell-empty' : 'cell-full'} d={d} />
}
