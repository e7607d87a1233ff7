import { Navigate, Route, Routes } from 'react-router-dom'
import { NotFound } from '@/ui/page/NotFound'
import { ScheduleCreate } from './edit/ScheduleCreate'
import { ScheduleEdit } from './edit/ScheduleEdit'
import { LIST_PATH } from './schedule'
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
