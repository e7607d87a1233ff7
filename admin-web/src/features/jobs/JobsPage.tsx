import { useStaffQuery } from '@/api/useStaffQuery'
import { NarrowTable } from '@/ui/list/NarrowTable'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { AlarmBand } from './bands/AlarmBand'
import { ClockworkBand } from './bands/ClockworkBand'
import { StaleNotice } from './bands/StaleNotice'
import { JobRow } from './JobRow'
import { grouped, type Job, jobPath } from './job'
import { narrowJob } from './narrowJob'
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
      <p className="job-question">
        Was von selbst geschieht, wann es wieder an der Reihe ist, und was daraus wurde.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet job-skeleton" aria-busy="true" />}
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
