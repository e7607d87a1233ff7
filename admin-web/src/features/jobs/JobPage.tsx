import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { NextRuns } from '@/ui/fields/NextRuns'
import { Pair } from '@/ui/fields/Pair'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { ClockworkBand } from './bands/ClockworkBand'
import { StaleNotice } from './bands/StaleNotice'
import { History } from './history/History'
import { JobActions } from './JobActions'
import { JobMark } from './JobMark'
import { PausedWords } from './JobRow'
import type { Health, Job } from './job'
import { RunProgress } from './RunProgress'
import { useRunNow } from './useRunNow'
import '@/ui/page/sheets.css'
import './jobs.css'

/** One job: how it is doing, when it comes again, what it did so far. */
export function JobPage() {
  const name = useParams().name ?? ''
  const {
    data: job,
    error,
    refetch,
    dataUpdatedAt,
  } = useStaffQuery('/api/staff/jobs/{name}', {
    params: { path: { name } },
    refetchEvery: 10_000,
  })
  return (
    <Page title={job?.title ?? 'Ablauf'} overline={<Link to="/jobs">Alle Abläufe</Link>}>
      {error && !job && <LoadProblem error={error} onRetry={refetch} />}
      {!job && !error && <section className="sheet awaited" aria-busy="true" />}
      {job && <StaleNotice error={error} at={dataUpdatedAt} />}
      {job && <OneJob key={name} job={job} />}
    </Page>
  )
}

/** Where the mark says it all. */
const NOTHING_TO_SAY: ReadonlySet<Health> = new Set(['ok', 'never'])

function OneJob({ job }: { job: Job }) {
  const now = useRunNow(job.name)
  const list = useStaffQuery('/api/staff/jobs', { refetchEvery: 10_000 }).data
  const isAlive = list?.is_alive ?? true
  return (
    <>
      {list && !isAlive && <ClockworkBand jobs={list} />}
      <div className="job-head">
        <section className="sheet job-state" aria-labelledby="job-health">
          <div className="head-row">
            <h2 id="job-health">
              <JobMark job={job} />
            </h2>
            <JobActions job={job} isBusy={now.isBusy} onRun={() => void now.start()} />
          </div>
          {now.problem && (
            <p role="alert" className="error-word flush">
              {now.problem}
            </p>
          )}
          {/* It stands before there is anything in it: only then is what comes read out. */}
          <div role="status">
            {now.followed && <RunProgress run={now.followed} isAlive={isAlive} />}
          </div>
          {!NOTHING_TO_SAY.has(job.health) && <p className="flush">{job.health_words}</p>}
          {job.paused && <PausedWords paused={job.paused} />}
          <dl className="pairs job-pairs">
            <Pair label="Was">{job.does}</Pair>
            <Pair label="Wann">{job.turn}</Pair>
          </dl>
          {job.kind === 'continuous' && (
            <p className="tiny muted flush">
              Einzelne Läufe gibt es hier nicht: Sobald es etwas zu tun gibt, wird es getan.
            </p>
          )}
        </section>
        {job.next.length > 0 && (
          <Section title={job.paused ? 'Nächste Termine, sobald es weitergeht' : 'Nächste Termine'}>
            <NextRuns runs={job.next} label={`Nächste Termine: ${job.title}`} />
          </Section>
        )}
      </div>
      {job.kind !== 'continuous' && <History name={job.name} refetchEvery={now.every} />}
    </>
  )
}
