import { type ComponentType, lazy } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { useSession } from '@/session/session'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { NotFound } from '@/ui/page/NotFound'
import { GROUP, MOVED, type PageName, pagePath, pagesOf } from './group'

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

/** Each report with the page that shows it, live or kept. Every page is a chunk of its own. */
const REPORTS = {
  money: lazy(async () => ({ default: (await import('./marketing/money/MoneyPage')).MoneyPage })),
  overview: lazy(async () => ({
    default: (await import('./marketing/overview/OverviewPage')).OverviewPage,
  })),
  breakdown: lazy(async () => ({
    default: (await import('./marketing/breakdown/BreakdownPage')).BreakdownPage,
  })),
  funnel: lazy(async () => ({
    default: (await import('./marketing/funnel/FunnelPage')).FunnelPage,
  })),
  referrals: lazy(async () => ({
    default: (await import('./marketing/referrals/ReferralsPage')).ReferralsPage,
  })),
  capacity: lazy(async () => ({
    default: (await import('./capacity/CapacityReportPage')).CapacityReportPage,
  })),
  contracts: lazy(async () => ({
    default: (await import('./contracts/ContractsPage')).ContractsPage,
  })),
  credits: lazy(async () => ({
    default: (await import('./credits/CreditReportPage')).CreditReportPage,
  })),
  reservations: lazy(async () => ({
    default: (await import('./marketing/reservations/ReservationsPage')).ReservationsPage,
  })),
}

const KeptReports = lazy(async () => ({
  default: (await import('./kept/KeptReports')).KeptReports,
}))

/** What stands at each name of the group. Only the routing imports it. */
const PAGES: Readonly<Record<PageName, ComponentType>> = {
  ...REPORTS,
  kept: () => <KeptReports pages={REPORTS} />,
  metrics: lazy(async () => ({ default: (await import('./metrics/Metrics')).Metrics })),
  schedules: lazy(async () => ({ default: (await import('./schedules/Schedules')).Schedules })),
}
