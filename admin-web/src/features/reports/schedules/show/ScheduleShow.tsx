import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { NextRuns } from '@/ui/fields/NextRuns'
import { MomentField } from '@/ui/fields/values'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { RunHistory } from '../runs/RunHistory'
import { copyPath, LIST_PATH, type Schedule } from '../schedule'
import { endingWords, silentWords, summary } from '../words'
import { ScheduleActions } from './ScheduleActions'
import { Settings } from './Settings'
import { WaitingReport } from './WaitingReport'

/** One schedule: what it does, when it comes next, and what became of every run. */
export function ScheduleShow() {
  const id = Number(useParams().id)
  const {
    data: schedule,
    error,
    refetch,
  } = useStaffQuery('/api/staff/report-schedules/{schedule_id}', {
    params: { path: { schedule_id: id } },
  })
  return (
    <Page
      title={schedule?.name ?? 'Regelmäßiger Bericht'}
      overline={<Link to={LIST_PATH}>Regelmäßige Berichte</Link>}
    >
      {error && !schedule && <LoadProblem error={error} onRetry={refetch} />}
      {!schedule && !error && <Loading />}
      {schedule && (
        <>
          <p className="report-question">{summary(schedule, schedule.title)}</p>
          <Attention schedule={schedule} />
          <ScheduleActions schedule={schedule} />
          <div className="schedule-page">
            <div className="schedule-dates">
              <Section title="Als Nächstes">
                <WaitingReport schedule={schedule} />
                {schedule.state === 'paused' ? (
                  <p className="muted flush">Solange er angehalten ist, kommt nichts.</p>
                ) : (
                  <NextRuns
                    runs={schedule.next}
                    zone={schedule.zone}
                    label="Die nächsten fünf Termine"
                  />
                )}
              </Section>
            </div>
            <div className="schedule-history">
              <RunHistory schedule={schedule} />
            </div>
            <div className="schedule-details">
              <Settings schedule={schedule} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

/** What keeps it from being sent, to all or to some: paused, an owner or recipients without the right. */
function Attention({ schedule: { id, paused, owner, whom } }: { schedule: Schedule }) {
  const recipients = [silentWords(whom), endingWords(whom)].filter(Boolean)
  if (!paused && owner.is_entitled && recipients.length === 0) return null
  return (
    <div className="sheet paused">
      {paused && (
        <p>
          <b>{paused.by_system ? 'Von selbst angehalten' : 'Angehalten'}</b>{' '}
          <span className="muted">
            <MomentField at={paused.at} isShort />
          </span>
          <br />
          {paused.reason}
        </p>
      )}
      {!owner.is_entitled && (
        <p>
          <b>{owner.name} darf diesen Bericht nicht mehr sehen.</b> Wer verantwortlich ist, muss ihn
          sehen dürfen; deshalb wird er so nicht gesendet.{' '}
          <Link to={copyPath(id)}>Unter Ihrem Namen neu anlegen</Link>
        </p>
      )}
      {recipients.length > 0 && (
        <p>
          <b>{recipients.join(' ')}</b> Wer und warum, steht unter „An“.
        </p>
      )}
    </div>
  )
}
