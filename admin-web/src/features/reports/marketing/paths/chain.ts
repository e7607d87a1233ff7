import { textWidth } from '@/ui/drawing/text'
import type { Station } from './paths'

/** Heights and distances of blocks, in pixels. */
export const BLOCK = 42
export const LINE = 54
const ARROW = 30
const PADDING = 12
const SIGN = 28
/** The last thing in a chain: the cell that the path came to. */
export const END = 26
export const NAME_FONT = '600 14px "Figtree Variable", Arial, sans-serif'
export const MORE_FONT = '500 13px "Figtree Variable", Arial, sans-serif'

export interface PlacedStation {
  station: Station
  x: number
  line: number
  width: number
}

export interface Chain {
  stations: readonly PlacedStation[]
  /** Where the cell at the end stands. */
  end: { x: number; line: number }
  lines: number
}

/** The blocks of a path within a width: as many on a line as fit, at least one. */
export function chainOf(
  stations: readonly Station[],
  width: number,
  measure: (text: string, font: string) => number = textWidth,
): Chain {
  const placed: PlacedStation[] = []
  let x = 0
  let line = 0
  const next = (wide: number) => {
    if (x > 0 && x + wide > width) {
      x = ARROW
      line++
    }
  }
  for (const station of stations) {
    const wide = Math.min(width - (placed.length > 0 ? ARROW : 0), blockWidth(station, measure))
    next(wide)
    placed.push({ station, x, line, width: wide })
    x += wide + ARROW
  }
  next(END)
  return { stations: placed, end: { x, line }, lines: line + 1 }
}

function blockWidth(
  { kind, name, more }: Station,
  measure: (text: string, font: string) => number,
) {
  const words = Math.max(measure(name, NAME_FONT), measure(more, MORE_FONT))
  return Math.ceil(words) + 2 * PADDING + (kind === 'more' ? 0 : SIGN)
}
