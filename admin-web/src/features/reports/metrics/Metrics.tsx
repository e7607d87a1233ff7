import { Route, Routes } from 'react-router-dom'
import { NotFound } from '@/ui/page/NotFound'
import { MetricList } from './MetricList'
import { MetricPage } from './MetricPage'
import '@/ui/page/parts.css'
import '@/ui/page/sheets.css'
import '../frame/reports.css'
import './metrics.css'

/** Everything below /reports/metrics. */
export function Metrics() {
  return (
    <Routes>
      <Route index element={<MetricList />} />
      <Route path=":key" element={<MetricPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
