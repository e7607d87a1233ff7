import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { AlertBand } from './AlertBand'
import { LatestReservations } from './figures/LatestReservations'
import { MoneyBlock } from './figures/MoneyBlock'
import { ParkPicture } from './ParkPicture'
import { TodayCharts } from './TodayCharts'
import { usePilot } from './usePilot'
import { WorkList } from './WorkList'

/** The start page without households: the park, what has come in, and how it went. */
export function FiguresPage() {
  const today = useStaffQuery('/api/staff/today', { refetchEvery: NEWS_EVERY })
  const { pilot, error, refetch } = usePilot()
  return (
    <Page title="Heute">
      <AlertBand />
      {error ? <LoadProblem error={error} onRetry={refetch} /> : <ParkPicture park={pilot} />}
      <div className="work">
        {today.error && !today.data ? (
          <LoadProblem error={today.error} onRetry={today.refetch} />
        ) : (
          <WorkList today={today.data} />
        )}
        <LatestReservations />
      </div>
      <MoneyBlock />
      <TodayCharts charts={today.data?.charts} />
    </Page>
  )
}
