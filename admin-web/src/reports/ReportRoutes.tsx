import { Navigate, Route, Routes } from 'react-router-dom'
import { AccessDenied } from '@/layout/AccessDenied'
import { NotFound } from '@/layout/NotFound'
import { useSession } from '@/session/session'
import { REPORTS, reportsOf } from './group'

/** Everything below /reports. Without a name it is the first report of the person's role. */
export default function ReportRoutes() {
  const role = useSession()?.account.role
  const first = reportsOf(role)[0]
  return (
    <Routes>
      {first && <Route index element={<Navigate to={first.path} replace />} />}
      {REPORTS.map(({ path, roles, page: Page }) => (
        <Route
          key={path}
          path={`${path.slice('/reports/'.length)}/*`}
          element={role && roles.includes(role) ? <Page /> : <AccessDenied />}
        />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
