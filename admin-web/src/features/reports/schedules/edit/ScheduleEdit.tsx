import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useKeptForm } from '@/session/keptForm'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { type Schedule, showPath } from '../schedule'
import { useReports } from '../useReports'
import { draftOf, readDraft } from './draft'
import { ScheduleEditor } from './ScheduleEditor'
import { StaleSchedule } from './StaleSchedule'
import { useScheduleSave } from './useScheduleSave'

export function ScheduleEdit() {
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
      title={schedule ? `${schedule.name} bearbeiten` : 'Bearbeiten'}
      overline={<Link to={showPath(id)}>Zurück zum Bericht</Link>}
      isSearchHidden
    >
      {error && !schedule && <LoadProblem error={error} onRetry={refetch} />}
      {!schedule && !error && <Loading />}
      {schedule && !schedule.may_change && (
        <p className="sheet flush">
          Diesen Bericht ändern können {schedule.owner.name} und die Administration.
        </p>
      )}
      {schedule?.may_change && <Form key={schedule.id} schedule={schedule} />}
    </Page>
  )
}

/** `read` is the version the form began with; a newer one must not overwrite what is being typed. */
function Form({ schedule: latest }: { schedule: Schedule }) {
  const [{ read, draft }, setEdited] = useKeptForm(`schedule ${latest.id}`, () => edited(latest))
  const { save, isRunning, isDone, problem, stale, forget } = useScheduleSave(read.id)
  const reports = useReports().data?.data ?? []
  const newer = stale && stale.version !== read.version ? stale : null

  return (
    <ScheduleEditor
      saved={draftOf(read)}
      draft={draft}
      onDraft={(typed) => setEdited({ read, draft: typed })}
      isSaving={isRunning}
      isDone={isDone}
      isBlocked={newer !== null}
      back={showPath(read.id)}
      onSave={(input, next) => save(input, next, read.version)}
      problem={problem}
    >
      {newer && (
        <StaleSchedule
          mine={readDraft(draft).input}
          before={read}
          current={newer}
          reports={reports}
          onKeep={(input) => void save(input, 'show', newer.version)}
          onAdopt={() => {
            setEdited(edited(newer))
            forget()
          }}
        />
      )}
    </ScheduleEditor>
  )
}

const edited = (schedule: Schedule) => ({ read: schedule, draft: draftOf(schedule) })
