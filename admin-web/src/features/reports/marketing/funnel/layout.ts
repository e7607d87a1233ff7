import { cellUnit } from '@/ui/drawing/cells'
import type { Counted, Stage } from './funnel'

/** Cells in a column of every parcel. */
export const ROWS = 4
/** Columns of cells that the widest parcel has at most. */
const COLUMNS = { wide: 40, narrow: 26 }
/** Reservations have cells of their own; a smaller field keeps people from comparing the two. */
const SECOND_FIELD = 0.6
const WIDEST_CELL = 22

/** Lengths in pixels. */
const WIDE = { left: 196, right: 304, cell: 12, top: 2, step: 68, track: 66, head: 28 }
const NARROW = { left: 0, right: 0, cell: 11, top: 30, step: 122, track: 92, head: 30 }
/** A parcel with nothing to say below it. */
const SILENT_STEP = 88

export interface Layout {
  /** Where the field of parcels begins, and how wide it is. */
  left: number
  field: number
  /** Where the words beside a parcel begin. */
  words: number
  cell: number
  /** Tops of the parcels, by step. */
  tops: ReadonlyMap<string, number>
  heads: Readonly<Record<Counted, number>>
  track: number
  height: number
}

/** Where everything stands: two fields one below the other with a track between them. */
export function layoutOf(stages: readonly Stage[], width: number, isNarrow: boolean): Layout {
  const size = isNarrow ? NARROW : WIDE
  const tops = new Map<string, number>()
  let y = size.head
  let track = 0
  let secondHead = 0
  for (const stage of stages) {
    if (stage.counted === 'reservations' && !track) {
      track = y
      secondHead = y + size.track
      y = secondHead + size.head
    }
    tops.set(stage.step, y + size.top)
    y += isNarrow && stage.full === stage.all ? SILENT_STEP : size.step
  }
  return {
    left: size.left,
    field: width - size.left - size.right,
    words: isNarrow ? 0 : width - size.right + 24,
    cell: size.cell,
    tops,
    heads: { visits: 0, reservations: secondHead },
    track,
    height: y,
  }
}

/** How much one cell is, and how wide: the widest parcel fills its field. */
export function cellsOf(
  counted: Counted,
  stages: readonly Stage[],
  field: number,
  isNarrow: boolean,
) {
  const isSecond = counted === 'reservations'
  const share = isSecond ? SECOND_FIELD : 1
  const columns = Math.round(COLUMNS[isNarrow ? 'narrow' : 'wide'] * share)
  const most = Math.max(1, ...stages.map(({ all }) => all))
  const unit = cellUnit(most, columns * ROWS)
  const needed = Math.ceil(Math.ceil(most / unit) / ROWS)
  const wide = Math.min(WIDEST_CELL, (field * share) / needed)
  return { unit, wide: Math.floor(wide * 10) / 10 }
}
