import { RunStateMark } from '@/ui/fields/RunStateMark'
import { ShapeMark } from '@/ui/fields/StateMark'
import type { ScheduledRun } from '../schedule'
import { isUnsent } from './runWords'

/** Where a run stands. That nothing was to be sent is a state of its own, neither success nor failure. */
export function ScheduledRunMark({ run }: { run: ScheduledRun }) {
  if (isUnsent(run)) return <ShapeMark shape="dashedDot" label="Nichts gesendet" />
  return <RunStateMark state={run.state} label={run.state_words || undefined} />
}
