import { Route, Routes } from 'react-router-dom'
import { NotFound } from '@/layout/NotFound'
import { ChangesPage } from './ChangesPage'
import { RunList } from './RunList'
import { RunPage } from './RunPage'
import '@/campaigns/campaigns.css'
import '@/reports/reports.css'
import './reportRuns.css'

/** Everything below /reports/kept. */
export function KeptReports() {
  return (
    <Routes>
      <Route index element={<RunList />} />
      <Route path=":id" element={<RunPage />} />
      <Route path=":id/warum" element={<ChangesPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
