import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { BERLIN_ZONE } from '@/lib/zones'
import { firstRunWords } from '@/ui/fields/nextRun'
import { MomentField } from '@/ui/fields/values'
import { NarrowTable } from '@/ui/list/NarrowTable'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { ClockworkBand } from './bands/ClockworkBand'
import { StaleNotice } from './bands/StaleNotice'
import { JobMark } from './JobMark'
import { JobRow } from './JobRow'
import { alarming, alarmTitle, grouped, type Job, jobPath } from './job'
import '@/ui/page/sheets.css'
import './jobs.css'

const EVERY_MS = 10_000

/** All work that goes by itself: what needs an administrator first, then each job with its next and last run. */
export function JobsPage() {
  const { data, error, refetch, dataUpdatedAt } = useStaffQuery('/api/staff/jobs', {
    refetchEvery: EVERY_MS,
  })
  const now = new Date()
  return (
    <Page title="Automatische Abläufe">
      <p className="page-question">
        Was von selbst geschieht, wann es wieder an der Reihe ist, und was daraus wurde.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet awaited" aria-busy="true" />}
      {data && (
        <>
          <StaleNotice error={error} at={dataUpdatedAt} />
          <ClockworkBand jobs={data} />
          <AlarmBand jobs={data.data} />
          {data.data.length === 0 && <p className="muted">Kein Ablauf ist eingerichtet.</p>}
          {grouped(data.data).map(({ title, jobs }) => (
            <Section key={title} title={title}>
              <Jobs title={title} jobs={jobs} now={now} />
            </Section>
          ))}
        </>
      )}
    </Page>
  )
}

interface JobsProps {
  title: string
  jobs: readonly Job[]
  now: Date
}

function Jobs({ title, jobs, now }: JobsProps) {
  if (useIsNarrow())
    return (
      <NarrowTable
        label={`Tabelle: ${title}`}
        rows={jobs}
        rowKey={({ name }) => name}
        rowPath={({ name }) => jobPath(name)}
        narrow={(job) => narrowJob(job, now)}
      />
    )
  return (
    <ul className="ruled jobs">
      {jobs.map((job) => (
        <JobRow key={job.name} job={job} now={now} />
      ))}
    </ul>
  )
}

/** A job on a phone: when it comes again, how it is doing and when it ran; its page has the rest. */
function narrowJob(job: Job, now: Date): NarrowRowParts {
  const { title, turn, next, last, paused } = job
  const first = paused ? '' : firstRunWords(next, BERLIN_ZONE, now)
  return {
    title,
    meta: paused ? `„${paused.reason}“` : first ? `als Nächstes ${first}` : turn,
    aside: <JobMark job={job} />,
    asideMeta: last && <MomentField at={last.started_at ?? last.scheduled_for} isShort />,
  }
}

/** What did not come or did not work, before everything else; nothing when all is well. */
function AlarmBand({ jobs }: { jobs: readonly Job[] }) {
  const alarms = alarming(jobs)
  if (alarms.length === 0) return null
  return (
    <section className="sheet alarm-band" aria-labelledby="job-alarms">
      <h2 id="job-alarms">{alarmTitle(alarms.length)}</h2>
      <ul>
        {alarms.map((job) => (
          <li key={job.name}>
            <JobMark job={job} />
            <div>
              <Link to={jobPath(job.name)}>{job.title}</Link>
              <p className="flush">{job.health_words}</p>
            </div>
            {job.last && (
              <p className="tiny muted flush">
                Zuletzt <MomentField at={job.last.started_at ?? job.last.scheduled_for} isShort />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
