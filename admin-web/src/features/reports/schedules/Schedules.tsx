import { Link, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { NotFound } from '@/ui/page/NotFound'
import { Page } from '@/ui/page/Page'
import { ScheduleCreate } from './edit/ScheduleCreate'
import { ScheduleEditor } from './edit/ScheduleEditor'
import { useScheduleEdit } from './edit/useScheduleEdit'
import { LIST_PATH, type Schedule, showPath } from './schedule'
import { ScheduleShow } from './show/ScheduleShow'
import '@/ui/page/parts.css'
import '@/ui/page/sheets.css'
import '../frame/reports.css'
import './schedules.css'

/** Everything below /reports/schedules. */
export function Schedules() {
  return (
    <Routes>
      <Route index element={<Navigate to={LIST_PATH} replace />} />
      <Route path="new" element={<ScheduleCreate />} />
      <Route path=":id" element={<ScheduleShow />} />
      <Route path=":id/edit" element={<ScheduleEdit />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function ScheduleEdit() {
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

function Form({ schedule }: { schedule: Schedule }) {
  const edit = useScheduleEdit(`${schedule.id}`, schedule)
  return <ScheduleEditor edit={edit} back={showPath(schedule.id)} />
}
