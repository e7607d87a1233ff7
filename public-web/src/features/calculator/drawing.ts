/** Where a chart of columns stands within its drawing, in the units of the drawing. */
export interface Frame {
  kind: 'wide' | 'narrow'
  width: number
  height: number
  /** Left edge of the first column's place. */
  left: number
  /** From column to column, and how wide one is. */
  step: number
  bar: number
  /** The line the columns stand on, and how high the highest value may become above it. */
  base: number
  rise: number
}

const round = (value: number) => Number(value.toFixed(1))

/** Middle of a column, counted from 0; between two of them for a fraction. */
export const middleOf = ({ left, step }: Frame, index: number): number =>
  round(left + (index + 0.5) * step)

/** The height that a value has in a chart whose highest is `top`. */
export const levelOf = ({ base, rise }: Frame, value: number, top: number): number =>
  round(base - (rise * value) / top)

/**
 * One upright line a column, to be drawn as wide as the column and dashed into cells.
 *
 * @param from the value at which the lines begin; lower columns have none
 */
export function columnsPath(
  frame: Frame,
  values: readonly number[],
  top: number,
  from = 0,
): string {
  const start = levelOf(frame, from, top)
  const lines = values.map((value, index) =>
    value > from ? `M${middleOf(frame, index)} ${start}V${levelOf(frame, value, top)}` : '',
  )
  return lines.join('')
}

/** A line through the values, from the middle of one column to that of the next. */
export function linePath(frame: Frame, values: readonly number[], top: number): string {
  const points = values.map(
    (value, index) => `${middleOf(frame, index)} ${levelOf(frame, value, top)}`,
  )
  return `M${points.join('L')}`
}

/**
 * The dashes that cut a column into cells of one unit of value each: a cell, then the gap. The
 * inner ones leave a margin of one all around, in which the edge under them shows.
 *
 * @param from the value at which the columns begin, for cells that go on counting from 0
 */
export function cellDashes(frame: Frame, unit: number, top: number, from = 0) {
  const cell = (frame.rise * unit) / top
  const gap = Math.min(1.6, cell / 5)
  const phase = ((from % unit) / unit) * cell
  // Three decimals: the lengths add up over up to 48 cells.
  const dashes = (...lengths: number[]) => lengths.map((length) => length.toFixed(3)).join(' ')
  return {
    outer: {
      strokeWidth: frame.bar,
      strokeDasharray: dashes(cell - gap, gap),
      strokeDashoffset: phase.toFixed(2),
    },
    inner: {
      strokeWidth: frame.bar - 2,
      strokeDasharray: dashes(cell - gap - 2, gap + 2),
      strokeDashoffset: (phase - 1).toFixed(2),
    },
  }
}

/** Heights of labels from the top, moved down where two would be closer than `gap`. */
export function spread(heights: readonly number[], gap: number): number[] {
  const placed: number[] = []
  for (const height of heights) placed.push(Math.max(height, (placed.at(-1) ?? -gap) + gap))
  return placed
}
