import { Route, Routes } from 'react-router-dom'
import { NotFound } from '@/ui/page/NotFound'
import { Collection } from './Collection'
import { ComparePage } from './ComparePage'
import { type ReportPages, RunPage } from './RunPage'
import '@/ui/page/parts.css'
import '../frame/reports.css'
import './kept.css'

/** Everything below /reports/kept. */
export function KeptReports({ pages }: { pages: ReportPages }) {
  return (
    <Routes>
      <Route index element={<Collection />} />
      <Route path=":id" element={<RunPage pages={pages} />} />
      <Route path=":id/changes" element={<ComparePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
