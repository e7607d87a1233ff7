import { rowPath } from './cells'
import { Drawing } from './Drawing'

export interface StripPart {
  label: string
  value: number
  words: string
  look: 'full' | 'half' | 'empty' | 'slanted'
}

interface CellStripProps {
  label: string
  parts: readonly StripPart[]
}

const CELLS = 50
const CELL_HIGH = 20
const GAP = 3

/** How a whole divides: fifty cells, each part with a shape of its own and its number beside. */
export function CellStrip({ label, parts }: CellStripProps) {
  const counts = cellCounts(parts.map(({ value }) => value))
  const rows = (isNarrow: boolean) => (isNarrow ? 2 : 1)
  return (
    <figure className="strip">
      <Drawing label={label} height={(isNarrow) => rows(isNarrow) * (CELL_HIGH + GAP)}>
        {({ width, isNarrow }) =>
          cells(counts).map(({ part, index }) => (
            <StripCell
              key={index}
              look={parts[part]?.look ?? 'empty'}
              place={cellPlace(index, CELLS / rows(isNarrow), width)}
            />
          ))
        }
      </Drawing>
      <figcaption>
        <ul>
          {parts.map(({ label: name, words, look }) => (
            <li key={name}>
              <svg width={20} height={14} viewBox="0 0 20 14" aria-hidden="true">
                <StripCell look={look} place={{ x: 1, y: 1, width: 18, height: 12 }} />
              </svg>
              {name} <b>{words}</b>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** Cells by largest remainder; what there is at all has at least one. */
export function cellCounts(values: readonly number[], all = CELLS): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  if (sum === 0) return values.map(() => 0)
  const exact = values.map((value) => (value / sum) * all)
  const counts = exact.map((share, index) => (values[index] ? Math.max(1, Math.floor(share)) : 0))
  let left = all - counts.reduce((total, count) => total + count, 0)
  while (left !== 0) {
    const sign = Math.sign(left)
    const missing = exact.map((share, index) =>
      sign < 0 && (counts[index] ?? 0) <= 1 ? -Infinity : sign * (share - (counts[index] ?? 0)),
    )
    const index = missing.indexOf(Math.max(...missing))
    counts[index] = (counts[index] ?? 0) + sign
    left -= sign
  }
  return counts
}

const cells = (counts: readonly number[]): { part: number; index: number }[] =>
  counts
    .flatMap((count, part) => Array.from({ length: count }, () => part))
    .map((part, index) => ({ part, index }))

interface CellPlace {
  x: number
  y: number
  width: number
  height: number
}

function cellPlace(index: number, perRow: number, width: number): CellPlace {
  const step = width / perRow
  return {
    x: (index % perRow) * step,
    y: Math.floor(index / perRow) * (CELL_HIGH + GAP),
    width: step - GAP,
    height: CELL_HIGH,
  }
}

function StripCell({ look, place }: { look: StripPart['look']; place: CellPlace }) {
  const { x, y, width, height } = place
  const whole = rowPath({ x, y, height, cellWidth: width }, 1, 0)
  if (look === 'full') return <path className="c-module" d={whole} />
  if (look === 'empty') return <path className="c-free" d={whole} />
  if (look === 'half')
    return (
      <>
        <path className="c-invited" d={whole} />
        <path className="c-pine" d={rowPath({ x, y, height, cellWidth: width / 2 }, 1, 0)} />
      </>
    )
  return (
    <>
      <path className="c-blocked" d={whole} />
      <path className="c-line" d={`M${x} ${y + height}L${x + width} ${y}`} />
    </>
  )
}
