import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { NotFound } from '@/ui/page/NotFound'
import { GROUP, MOVED, type PageName, pagePath, pagesOf } from './group'
import { PAGES } from './pages'

/** Everything below /reports. Without a name it is the first report of the person's role. */
export default function ReportRoutes() {
  const role = useSession()?.account.role
  const first = pagesOf(role)[0]
  return (
    <Routes>
      {first && <Route index element={<Navigate to={pagePath(first.name)} replace />} />}
      {GROUP.map(({ name, roles }) => {
        const Page = role && roles.includes(role) ? PAGES[name] : AccessDenied
        return <Route key={name} path={`${name}/*`} element={<Page />} />
      })}
      {Object.entries(MOVED).map(([name, to]) => (
        <Route key={name} path={name} element={<Moved to={to} />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** What an old address asked for is asked of the page that says it now. */
function Moved({ to }: { to: PageName }) {
  const { search } = useLocation()
  return <Navigate to={{ pathname: pagePath(to), search }} replace />
}
