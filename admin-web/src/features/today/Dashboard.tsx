import { lazy, Suspense } from 'react'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { AlertBand } from './AlertBand'
import { LatestReservations } from './LatestReservations'
import { ParkPicture } from './ParkPicture'
import { SetupLine } from './SetupLine'
import type { Charts as ChartData } from './today'
import { WorkList } from './WorkList'
import '@/ui/page/sheets.css'
import './today.css'

const Charts = lazy(() => import('./Charts'))

/** The start page: the park, what is to be done, what has come in, and how it went. */
export function Dashboard() {
  const today = useStaffQuery('/api/staff/today', { refetchEvery: NEWS_EVERY })
  const parks = useStaffQuery('/api/staff/parks', { refetchEvery: NEWS_EVERY })
  const current = parks.data?.data.filter(({ cancelled_at }) => cancelled_at === null)
  const pilot = current?.find(({ spot_limit }) => spot_limit > 0) ?? current?.[0]
  return (
    <Page title="Heute">
      <AlertBand />
      <SetupLine setup={today.data?.setup} />
      {parks.error && !parks.data ? (
        <LoadProblem error={parks.error} onRetry={parks.refetch} />
      ) : (
        <ParkPicture park={pilot} />
      )}
      <div className="work">
        {today.error && !today.data ? (
          <LoadProblem error={today.error} onRetry={today.refetch} />
        ) : (
          <WorkList today={today.data} />
        )}
        <LatestReservations />
      </div>
      {!(today.data && isEmpty(today.data.charts)) && (
        <Suspense fallback={<section className="sheet chart-skeleton" aria-busy="true" />}>
          {today.data ? (
            <Charts charts={today.data.charts} />
          ) : (
            <section className="sheet chart-skeleton" aria-busy="true" />
          )}
        </Suspense>
      )}
    </Page>
  )
}

/** Before the first reservation there is nothing to draw. */
const isEmpty = ({ per_day, packages }: ChartData): boolean =>
  [...per_day, ...packages].every(({ count }) => count === 0)
