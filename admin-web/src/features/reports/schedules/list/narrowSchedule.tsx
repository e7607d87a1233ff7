import { firstRunWords } from '@/ui/fields/nextRun'
import { ShapeMark } from '@/ui/fields/StateMark'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { ScheduledRunMark } from '../runs/ScheduledRunMark'
import type { Schedule } from '../schedule'

/** A schedule on a phone: what became of the last run and when the next one comes; its page has the rest. */
export function narrowSchedule(schedule: Schedule): NarrowRowParts {
  const { name, timing_words, paused, last_run, next, zone } = schedule
  return {
    title: name,
    meta: paused ? paused.reason : timing_words,
    aside: paused ? (
      <ShapeMark shape="paused" label="Angehalten" />
    ) : (
      last_run && <ScheduledRunMark run={last_run} />
    ),
    asideMeta: !paused && firstRunWords(next, zone),
  }
}
