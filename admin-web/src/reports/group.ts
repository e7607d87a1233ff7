import { type ComponentType, lazy } from 'react'
import type { Role } from '@/session/session'

export interface ReportEntry {
  path: string
  label: string
  roles: readonly Role[]
  page: ComponentType
  /** Reached from other pages only. */
  isHidden?: boolean
}

export const MARKETERS: readonly Role[] = ['admin', 'marketing']
export const EVERYBODY: readonly Role[] = ['admin', 'staff', 'marketing']

/** Every page of the group, in the order of its navigation. A new report adds its line here. */
export const REPORTS: readonly ReportEntry[] = [
  report(
    'overview',
    'Überblick',
    MARKETERS,
    async () => (await import('./overview/OverviewPage')).OverviewPage,
  ),
  report(
    'breakdown',
    'Aufschlüsselung',
    MARKETERS,
    async () => (await import('./breakdown/BreakdownPage')).BreakdownPage,
  ),
  report(
    'models',
    'Modelle',
    MARKETERS,
    async () => (await import('./models/ModelsPage')).ModelsPage,
  ),
  report(
    'funnel',
    'Weg zum Vertrag',
    MARKETERS,
    async () => (await import('./funnel/FunnelPage')).FunnelPage,
  ),
  report(
    'quality',
    'Qualität',
    MARKETERS,
    async () => (await import('./quality/QualityPage')).QualityPage,
  ),
  report('paths', 'Wege', MARKETERS, async () => (await import('./paths/PathsPage')).PathsPage),
  report(
    'referrals',
    'Empfehlungen',
    MARKETERS,
    async () => (await import('./referrals/ReferralsPage')).ReferralsPage,
  ),
  report(
    'capacity',
    'Auslastung',
    EVERYBODY,
    async () => (await import('@/capacityReport/CapacityReportPage')).CapacityReportPage,
  ),
  report(
    'credits',
    'Gutschriften',
    MARKETERS,
    async () => (await import('@/creditReport/CreditReportPage')).CreditReportPage,
  ),
  report(
    'kept',
    'Festgehalten',
    EVERYBODY,
    async () => (await import('@/reportRuns/KeptReports')).KeptReports,
  ),
  report(
    'schedules',
    'Regelmäßig',
    EVERYBODY,
    async () => (await import('@/schedules/Schedules')).Schedules,
  ),
  {
    ...report(
      'reservations',
      'Reservierungen dahinter',
      MARKETERS,
      async () => (await import('./reservations/ReservationsPage')).ReservationsPage,
    ),
    isHidden: true,
  },
]

/** The reports a role chooses among. */
export const reportsOf = (role: Role | undefined): readonly ReportEntry[] =>
  REPORTS.filter(({ roles, isHidden }) => role && roles.includes(role) && !isHidden)

function report(
  name: string,
  label: string,
  roles: readonly Role[],
  page: () => Promise<ComponentType>,
): ReportEntry {
  return {
    path: `/reports/${name}`,
    label,
    roles,
    page: lazy(async () => ({ default: await page() })),
  }
}
