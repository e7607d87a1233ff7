import { type ComponentType, lazy } from 'react'
import type { PageName } from './group'

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
export const PAGES: Readonly<Record<PageName, ComponentType>> = {
  ...REPORTS,
  kept: () => <KeptReports pages={REPORTS} />,
  metrics: lazy(async () => ({ default: (await import('./metrics/Metrics')).Metrics })),
  schedules: lazy(async () => ({ default: (await import('./schedules/Schedules')).Schedules })),
}
