import { BERLIN_ZONE } from '@/lib/zones'
import { firstRunWords } from '@/ui/fields/nextRun'
import { MomentField } from '@/ui/fields/values'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { JobMark } from './JobMark'
import type { Job } from './job'

/** A job on a phone: when it comes again, how it is doing and when it ran; its page has the rest. */
export function narrowJob(job: Job, now: Date): NarrowRowParts {
  const { title, turn, next, last, paused } = job
  const first = paused ? '' : firstRunWords(next, BERLIN_ZONE, now)
  return {
    title,
    meta: paused ? `„${paused.reason}“` : first ? `als Nächstes ${first}` : turn,
    aside: <JobMark job={job} />,
    asideMeta: last && <MomentField at={last.started_at ?? last.scheduled_for} isShort />,
  }
}
