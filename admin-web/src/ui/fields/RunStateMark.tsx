import { isRunState, RUN_STATES } from '@/lib/runStates'
import { ShapeMark } from './StateMark'

/** Where a run stands, as a cell and its word; `label` for words of the server's own. */
export function RunStateMark({ state, label }: { state: string; label?: string | undefined }) {
  if (!isRunState(state)) return <span className="standing">{label ?? state}</span>
  return <ShapeMark shape={RUN_STATES[state].shape} label={label ?? RUN_STATES[state].label} />
}
