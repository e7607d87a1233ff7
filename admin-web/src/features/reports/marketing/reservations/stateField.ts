import type { Schemas } from '@/api/operations'
import { RESERVATION_STATES, SHAPES, STATES, type StateName } from '@/lib/states'

export type ReservationsReport = Schemas['ReservationsReport']
export type ReservationRow = Schemas['ReservationsRowsRow']

/** From one cell to the next, and how far the drawing of a cell reaches. */
export const PITCH = { x: 22, y: 17 }

export interface StateCount {
  state: StateName
  label: string
  count: number
}

/** How many reservations are in each state, those with none left out. */
export const stateCounts = (rows: readonly ReservationRow[]): StateCount[] =>
  RESERVATION_STATES.map((state) => ({
    state,
    label: STATES[state].label,
    count: rows.filter((row) => row.state === state).length,
  })).filter(({ count }) => count > 0)

export interface Layer {
  className: string
  d: string
}

/** Every reservation as a cell in the shape of its state, one path a layer and state. */
export function stateLayers(counts: readonly StateCount[], columns: number): Layer[] {
  let index = 0
  return counts.flatMap(({ state, count }) => {
    const corners = Array.from({ length: count }, () => {
      const corner = { x: (index % columns) * PITCH.x, y: Math.floor(index / columns) * PITCH.y }
      index++
      return corner
    })
    return SHAPES[STATES[state].shape].map(([className, path]) => ({
      className,
      d: corners.map(({ x, y }) => moved(path, x, y)).join(''),
    }))
  })
}

/** A path moved by so much: only its absolute commands say where it is. */
export const moved = (path: string, x: number, y: number): string =>
  path
    .replace(/H(-?[\d.]+)/g, (_, to: string) => `H${Number(to) + x}`)
    .replace(
      /([ML])(-?[\d.]+) (-?[\d.]+)/g,
      (_, command: string, left: string, top: string) =>
        `${command}${Number(left) + x} ${Number(top) + y}`,
    )
