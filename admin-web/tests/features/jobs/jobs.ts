import type { Job, JobList, JobRun } from '@/features/jobs/job'
import type { NextRun } from '@/ui/fields/nextRun'

export const nextRun = (at: string, changes: Partial<NextRun> = {}): NextRun => ({
  at,
  local_time: '03:40',
  day: at.slice(0, 10),
  note: null,
  words: '',
  ...changes,
})

export const jobRun = (changes: Partial<JobRun> = {}): JobRun => ({
  id: 7,
  scheduled_for: '2026-11-21T02:40:00Z',
  trigger: 'schedule',
  state: 'done',
  attempts: 1,
  started_at: '2026-11-21T02:40:01Z',
  finished_at: '2026-11-21T02:40:02Z',
  duration_ms: 1_000,
  missed: 0,
  waited_for: null,
  result: '42 Seiten geprüft',
  error: null,
  asked_by_name: null,
  ...changes,
})

export const job = (changes: Partial<Job> = {}): Job => ({
  name: 'self-check',
  title: 'Nächtliche Prüfung',
  does: 'Ruft jede Seite und jeden Kurzlink auf.',
  kind: 'slotted',
  turn: 'täglich um 3:40 Uhr',
  paused: null,
  next: [nextRun('2026-11-22T02:40:00Z'), nextRun('2026-11-23T02:40:00Z')],
  last: jobRun(),
  health: 'ok',
  health_words: 'Zuletzt heute um 3:40 Uhr.',
  ...changes,
})

export const jobList = (...jobs: Job[]): JobList => ({
  data: jobs,
  is_alive: true,
  seen_at: '2026-11-21T20:00:00Z',
})
