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

/** One upright line a column, to be drawn as wide as the column and dashed into cells. */
export function columnsPath(frame: Frame, values: readonly number[], top: number): string {
  const lines = values.map((value, index) =>
    value > 0 ? `M${middleOf(frame, index)} ${frame.base}V${levelOf(frame, value, top)}` : '',
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
 */
export function cellDashes(frame: Frame, unit: number, top: number) {
  const cell = (frame.rise * unit) / top
  const gap = Math.min(1.6, cell / 5)
  return {
    outer: { strokeWidth: frame.bar, strokeDasharray: `${round(cell - gap)} ${round(gap)}` },
    inner: {
      strokeWidth: frame.bar - 2,
      strokeDasharray: `${round(cell - gap - 2)} ${round(gap + 2)}`,
      strokeDashoffset: -1,
    },
  }
}
