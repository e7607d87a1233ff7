import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useState } from 'react'
import { FieldDrawing } from './FieldDrawing'
import { CELL, cornerOf, type Grid, moved, numberAt, sizeOf } from './grid'
import { drawnOutlines } from './shapes'
import type { Run, SpotState } from './spotStates'
import './spotField.css'

/** A spot alone, the range up to it, or one more of those chosen. */
export type PickMode = 'one' | 'range' | 'toggle'

interface SpotFieldProps {
  runs: readonly Run[]
  grid: Grid
  strong: SpotState | null
  /** The spot whose panel is open. */
  cursor: number
  /** „Platz 17, reserviert, Nele Hartwig“: what a screen reader says on every step. */
  cursorWords: string
  chosen: readonly number[]
  /** The spot that is decided on, filled. */
  decided?: number | null
  onPick: (number: number, mode: PickMode) => void
  /** Where looking at a spot is not yet picking it: what keys that move do instead of `onPick`. */
  onMove?: (number: number) => void
  onHover: (number: number | null) => void
}

/**
 * All spots of a park to look at, point at and walk through. For assistive technology it is one
 * slider from the first spot to the last, whose value is the spot's sentence: 10,000 grid cells
 * would be 10,000 nodes.
 */
export function SpotField(props: SpotFieldProps) {
  const { runs, grid, strong, cursor, cursorWords, chosen, decided, onPick, onMove } = props
  const { hovered, ...pointer } = usePointer(props)
  const { width, height } = sizeOf(grid)

  function onKeyDown(event: KeyboardEvent) {
    // With Strg it is the key of the form around the picture.
    if (event.ctrlKey || event.metaKey) return
    const target = moved(cursor, event.key, grid)
    if (target !== null && onMove) onMove(target)
    else if (target !== null) onPick(target, event.shiftKey ? 'range' : 'one')
    else if (event.key === ' ' || event.key === 'Enter') onPick(cursor, 'toggle')
    else return
    event.preventDefault()
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className="park-field-choice"
      aria-label="Platz"
      aria-describedby="field-help"
      aria-valuemin={1}
      aria-valuemax={grid.count}
      aria-valuenow={cursor}
      aria-valuetext={cursorWords}
      onKeyDown={onKeyDown}
    >
      <svg
        className="park-field"
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        {...pointer}
      >
        <FieldDrawing runs={runs} grid={grid} strong={strong} />
        {decided != null && <Decided number={decided} grid={grid} />}
        <Chosen numbers={chosen} grid={grid} />
        {hovered !== null && <Frame className="c-pointed" number={hovered} grid={grid} />}
        <Frame className="c-here" number={cursor} grid={grid} />
      </svg>
    </div>
  )
}

/** Which spot the pointer is over, and picking it. Nothing but the frame is drawn on a move. */
function usePointer({ grid, onPick, onHover }: SpotFieldProps) {
  const [hovered, setHovered] = useState<number | null>(null)
  function hover(number: number | null) {
    if (number === hovered) return
    setHovered(number)
    onHover(number)
  }
  return {
    hovered,
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => hover(spotUnder(event, grid)),
    onPointerLeave: () => hover(null),
    onClick: (event: MouseEvent<SVGSVGElement>) => {
      const number = spotUnder(event, grid)
      if (number !== null) onPick(number, modeOf(event))
    },
  }
}

function spotUnder(event: MouseEvent<SVGSVGElement>, grid: Grid): number | null {
  const area = event.currentTarget.getBoundingClientRect()
  const { width, height } = sizeOf(grid)
  const x = ((event.clientX - area.left) / area.width) * width
  const y = ((event.clientY - area.top) / area.height) * height
  return numberAt(x, y, grid)
}

function modeOf({ shiftKey, ctrlKey, metaKey }: MouseEvent): PickMode {
  if (shiftKey) return 'range'
  return ctrlKey || metaKey ? 'toggle' : 'one'
}

function Chosen({ numbers, grid }: { numbers: readonly number[]; grid: Grid }) {
  const d = useMemo(() => drawnOutlines(numbers, grid), [numbers, grid])
  return <path className="c-chosen" d={d} />
}

function Decided({ number, grid }: { number: number; grid: Grid }) {
  return <rect className="c-sun" {...cornerOf(number, grid)} {...CELL} />
}

function Frame(props: { className: string; number: number; grid: Grid }) {
  const { x, y } = cornerOf(props.number, props.grid)
  return <rect className={props.className} x={x - 1} y={y - 1} width={19} height={14} rx={1.5} />
}
