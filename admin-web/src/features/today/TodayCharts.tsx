import { lazy, Suspense } from 'react'
import { useSeen } from '@/ui/drawing/useSeen'
import type { Charts as ChartData } from './today'

const Charts = lazy(() => import('./figures/Charts'))

/**
 * How it went; nothing before the first reservation, `undefined` while it is on its way. Drawn once it comes into view:
 * the start page needs the library of the charts for nothing else.
 */
export function TodayCharts({ charts }: { charts: ChartData | undefined }) {
  const [frame, isSeen] = useSeen()
  if (charts && isEmpty(charts)) return null
  const waiting = <section className="sheet awaited" aria-busy="true" />
  return (
    <div ref={frame}>
      <Suspense fallback={waiting}>
        {charts && isSeen ? <Charts charts={charts} /> : waiting}
      </Suspense>
    </div>
  )
}

const isEmpty = ({ per_day, packages }: ChartData): boolean =>
  [...per_day, ...packages].every(({ count }) => count === 0)
