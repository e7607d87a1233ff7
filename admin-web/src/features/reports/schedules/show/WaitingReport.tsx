import { formatMoment } from '@/lib/format'
import type { Schedule } from '../schedule'

/** The report that is due and waits for its data: what for, and until when at the latest. */
export function WaitingReport({ schedule: { last_run: run } }: { schedule: Schedule }) {
  if (!run?.waits_for || !run.waits_until) return null
  return (
    <p className="waiting-report" role="status">
      <b>Wartet auf {run.waits_for}.</b> Spätestens {formatMoment(run.waits_until)} geht er hinaus.
    </p>
  )
}
