import { Link } from 'react-router-dom'
import { MomentField } from '@/ui/fields/values'
import { JobMark } from '../JobMark'
import { alarming, alarmTitle, type Job, jobPath } from '../job'

/** What did not come or did not work, before everything else; nothing when all is well. */
export function AlarmBand({ jobs }: { jobs: readonly Job[] }) {
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
