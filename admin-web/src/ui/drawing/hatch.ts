import { tenth } from './scale'

/** Diagonal lines within a rectangle: what is not known, or not judged. */
export function hatchPath(x: number, y: number, width: number, height: number, step = 7): string {
  let d = ''
  for (let start = step; start < width + height; start += step) {
    const down = Math.min(start, height)
    const right = Math.min(start, width)
    d += `M${tenth(x + start - down)} ${tenth(y + down)}L${tenth(x + right)} ${tenth(y + start - right)}`
  }
  return d
}
