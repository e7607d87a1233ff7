import { ShapeMark } from '@/ui/fields/StateMark'
import { HEALTH, type Job } from './job'

/** How a job is doing, as a cell and its word. */
export function JobMark({ job: { health, kind } }: { job: Pick<Job, 'health' | 'kind'> }) {
  const { shape, label } = HEALTH[health]
  const isAlwaysOn = kind === 'continuous' && health === 'ok'
  return <ShapeMark shape={shape} label={isAlwaysOn ? 'Läuft ohne Pause' : label} />
}
