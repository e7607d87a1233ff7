import { cellUnit, columnPath } from '@/ui/drawing/cells'
import { stepPath } from '@/ui/drawing/lines'
import type { Bucket } from './buckets'

export interface Panel {
  measure: string
  label: string
  /** How its cells look: shapes differ, so that colour is not needed. */
  look: 'full' | 'dim' | 'open'
  words: (value: number) => string
  /** Of so many units of the measure one thing is made: 100 cents are a euro. */
  piece?: number
}

export interface PanelPlace {
  left: number
  /** From one column to the next. */
  step: number
}

/** How high one panel is, and its drawing within. */
export const PANEL = 140
/** Room for a panel's own words. */
export const PANEL_HEAD = 34
const HIGH = PANEL - PANEL_HEAD - 14
const MOST_CELLS = 12
/** Few make no giant cells. */
const LEAST_CELLS = 4

interface CellPanelProps {
  panel: Panel
  columns: readonly Bucket[]
  place: PanelPlace
  width: number
  top: number
  isCompared: boolean
}

/** One measure over the days: a cell is a round number of it. */
export function CellPanel({ panel, columns, place, width, top, isCompared }: CellPanelProps) {
  const { measure, look, piece = 1, words } = panel
  const now = valuesOf(columns, measure)
  const before = isCompared ? valuesOf(columns, `${measure}_before`) : []
  const known = [...now, ...before].filter((value) => value !== null)
  const cell = cellUnit(Math.max(1, ...known.map((value) => value / piece)), MOST_CELLS) * piece
  const cellHeight = HIGH / Math.max(LEAST_CELLS, Math.ceil(Math.max(0, ...known) / cell))
  const bottom = top + PANEL - 1
  const gap = Math.min(3, place.step * 0.2)
  const x = (index: number) => place.left + index * place.step + gap / 2
  const y = (value: number | null) => (value === null ? null : bottom - (value / cell) * cellHeight)
  const columnOf = (value: number | null, index: number) =>
    value === null
      ? ''
      : columnPath({ x: x(index), bottom, width: place.step - gap, cellHeight }, value / cell)
  const drawn = (isUnfinished: boolean) =>
    now
      .map(columnOf)
      .filter((_, index) => (columns[index]?.unfinished !== '') === isUnfinished)
      .join('')
  const steps = before.map((value, index) => [x(index) - gap / 2, y(value)] as const)
  const largest = Math.max(0, ...now.map((value) => value ?? 0))
  return (
    <g className={`panel-${look}`}>
      <path className="axis" d={`M0 ${bottom + 0.5}H${width}`} />
      <text x={0} y={top + 21} className="title">
        {panel.label}
      </text>
      <text x={width} y={top + 21} textAnchor="end">
        {now.every((value) => value === null)
          ? 'nicht bekannt'
          : largest > 0
            ? `höchstens ${words(largest)}, eine Zelle: ${words(cell)}`
            : 'keine'}
      </text>
      <path className="cells" d={drawn(false)} />
      <path className="cells unfinished" d={drawn(true)} />
      <path className="line-halo" d={stepPath(steps, place.step)} />
      <path className="line-before" d={stepPath(steps, place.step)} />
    </g>
  )
}

const valuesOf = (columns: readonly Bucket[], measure: string): (number | null)[] =>
  columns.map(({ sums }) => sums[measure] ?? null)
