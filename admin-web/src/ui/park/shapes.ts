import { CELL, cornerOf, type Grid } from './grid'
import type { Run, SpotState } from './spotStates'

/** One layer of a state: the style sheet's class, and the part of the path that draws one cell. */
interface Layer {
  className: string
  draw: (x: number, y: number) => string
}

const { width: W, height: H } = CELL

const box = (x: number, y: number) => `M${x} ${y}h${W}v${H}h${-W}z`
const leftHalf = (x: number, y: number) => `M${x} ${y}h${W / 2}v${H}h${-W / 2}z`
const innerBox = (x: number, y: number) => `M${x + 1} ${y + 1}h${W - 2}v${H - 2}h${2 - W}z`
const notch = (x: number, y: number) => `M${x + 5} ${y + H / 2}h7`
const notches = (x: number, y: number) => `M${x + 4} ${y + 4}h9M${x + 4} ${y + 8}h9`
const diagonal = (x: number, y: number) => `M${x} ${y + H}l${W} ${-H}`
const seed = (x: number, y: number) => `M${x + 6.5} ${y + 4}h4v4h-4z`
const plus = (x: number, y: number) => `M${x + 4.5} ${y + 6}h8M${x + 8.5} ${y + 2}v8`

/** The layers of each state, bottom first. */
const SHAPES: Record<SpotState, readonly Layer[]> = {
  free: [{ className: 'c-free', draw: box }],
  reserved: [{ className: 'c-module', draw: box }],
  new: [{ className: 'c-sun', draw: box }],
  invited: [
    { className: 'c-invited', draw: box },
    { className: 'c-pine', draw: leftHalf },
  ],
  contracted: [
    { className: 'c-pine', draw: box },
    { className: 'c-notch', draw: notch },
  ],
  active: [
    { className: 'c-pine', draw: box },
    { className: 'c-notch', draw: notches },
  ],
  undo: [{ className: 'c-held', draw: innerBox }],
  offer: [
    { className: 'c-held', draw: innerBox },
    { className: 'c-sprout', draw: seed },
  ],
  blocked: [
    { className: 'c-blocked', draw: box },
    { className: 'c-line', draw: diagonal },
  ],
  overbooked: [
    { className: 'c-overbooked', draw: box },
    { className: 'c-notch', draw: plus },
  ],
}

export interface Drawn {
  className: string
  d: string
}

/** One path a layer and state, however many spots there are. */
export function drawnField(runs: readonly Run[], grid: Grid): Map<SpotState, Drawn[]> {
  const cells = new Map<SpotState, { x: number; y: number }[]>()
  for (const { state, first, last } of runs) {
    const known = cells.get(state) ?? []
    for (let number = first; number <= last; number++) known.push(cornerOf(number, grid))
    cells.set(state, known)
  }
  return new Map(
    [...cells].map(([state, corners]) => [
      state,
      SHAPES[state].map(({ className, draw }) => ({
        className,
        d: corners.map(({ x, y }) => draw(x, y)).join(''),
      })),
    ]),
  )
}

/** The drawing of one cell with its edge at 1, 1: for legends. */
export const drawnCell = (state: SpotState): Drawn[] =>
  SHAPES[state].map(({ className, draw }) => ({ className, d: draw(1, 1) }))

/** The outlines of chosen spots, around their cells. */
export function drawnOutlines(numbers: Iterable<number>, grid: Grid): string {
  let d = ''
  for (const number of numbers) {
    const { x, y } = cornerOf(number, grid)
    d += `M${x - 1} ${y - 1}h${W + 2}v${H + 2}h${-W - 2}z`
  }
  return d
}
