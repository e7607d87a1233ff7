import { isState, SHAPES, STATES, type StateName } from './states'

/** A state as the drawing of a cell and its word. States differ in shape, not only in colour. */
export function StateMark({ state, label }: { state: string; label?: string }) {
  return (
    <span className="stand">
      {isState(state) && <StateCell state={state} />}
      {label ?? (isState(state) ? STATES[state].label : state)}
    </span>
  )
}

/** Only the drawing, for places where the word stands beside it anyway. */
export function StateCell({ state }: { state: StateName }) {
  return (
    <svg
      viewBox="0 0 20 14"
      width="20"
      height="14"
      aria-hidden="true"
      data-form={STATES[state].shape}
    >
      {SHAPES[STATES[state].shape].map(([className, path]) => (
        <path key={path} className={className} d={path} />
      ))}
    </svg>
  )
}
