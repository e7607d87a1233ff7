import { tenth } from './scale'

type Point = readonly [x: number, y: number | null]

/** A line through points, each followed by `after`; a point that is not known leaves a gap. */
export function linePath(points: readonly Point[], after = ''): string {
  let d = ''
  let isOpen = false
  for (const [x, y] of points) {
    if (y !== null) d += `${isOpen ? 'L' : 'M'}${tenth(x)} ${tenth(y)}${after}`
    isOpen = y !== null
  }
  return d
}

/** A line of steps, as wide as the columns it runs over. */
export const stepPath = (points: readonly Point[], width: number): string =>
  linePath(points, `h${tenth(width)}`)

/** The area between two lines over the same places. */
export function bandPath(points: readonly (readonly [x: number, low: number, high: number])[]) {
  if (points.length === 0) return ''
  const upper = points.map(([x, , high]) => [x, high] as const)
  const lower = points.map(([x, low]) => [x, low] as const).reverse()
  return `${linePath([...upper, ...lower])}z`
}
