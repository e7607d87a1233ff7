import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { NextRuns } from '@/ui/fields/NextRuns'
import { MomentField } from '@/ui/fields/values'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { LOOK_AGAIN } from '../list/ScheduleList'
import { RunItem } from '../runs/RunItem'
import { isMoving } from '../runs/runWords'
import { copyPath, LIST_PATH, type Schedule } from '../schedule'
import { endingWords, silentWords, summary } from '../words'
import { ScheduleActions } from './ScheduleActions'
import { Settings } from './Settings'

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

/** The report that is due and waits for its data: what for, and until when at the latest. */
function WaitingReport({ schedule: { last_run: run } }: { schedule: Schedule }) {
  if (!run?.waits_for || !run.waits_until) return null
  return (
    <p className="waiting-report" role="status">
      <b>Wartet auf {run.waits_for}.</b> Spätestens {formatMoment(run.waits_until)} geht er hinaus.
    </p>
  )
}

const FIRST = 10
const MOST = 100

/** Every run, the latest first; looked at again as long as one of them is under way. */
function RunHistory({ schedule }: { schedule: Schedule }) {
  const [size, setSize] = useState(FIRST)
  const params = { path: { schedule_id: schedule.id }, query: { page: 1, per_page: size } }
  const { data, error, refetch } = useStaffQuery('/api/staff/report-schedules/{schedule_id}/runs', {
    params,
    refetchEvery: (runs) => runs?.data.some(isMoving) && LOOK_AGAIN,
  })
  const isUnderWay = data?.data.some(isMoving) ?? false
  return (
    <Section title="Bisherige Läufe">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data?.data.length === 0 && (
        <p className="muted flush">
          Noch keiner. Mit „Probe an mich senden“ sehen Sie, was ankommt.
        </p>
      )}
      {data && data.data.length > 0 && (
        <ol className="ruled runs" aria-busy={isUnderWay}>
          {data.data.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ol>
      )}
      {data?.has_next && size < MOST && (
        <Button onClick={() => setSize(MOST)}>Frühere zeigen</Button>
      )}
    </Section>
  )
}
