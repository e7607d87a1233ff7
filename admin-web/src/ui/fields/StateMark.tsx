import { isState, SHAPES, type Shape, STATES } from '@/lib/states'

/** A state as the drawing of a cell and its word. States differ in shape, not only in colour. */
export function StateMark({ state, label }: { state: string; label?: string }) {
  if (isState(state)) return <ShapeMark {...STATES[state]} label={label ?? STATES[state].label} />
  return <span className="standing">{label ?? state}</span>
}

/** The same for states of other things: mails, accounts. */
export function ShapeMark({ shape, label }: { shape: Shape; label: string }) {
  return (
    <span className="standing">
      <ShapeCell shape={shape} />
      {label}
    </span>
  )
}

/** Only the drawing, for places where the word stands beside it anyway. */
export const StateCell = ({ state }: { state: string }) =>
  isState(state) && <ShapeCell shape={STATES[state].shape} />

function ShapeCell({ shape }: { shape: Shape }) {
  return (
    <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true" data-form={shape}>
      {SHAPES[shape].map(([className, path]) => (
        <path key={path} className={className} d={path} />
      ))}
    </svg>
  )
}
