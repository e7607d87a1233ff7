import { lazy, Suspense } from 'react'
import type { Charts as ChartData } from './today'

const Charts = lazy(() => import('./figures/Charts'))

/** How it went; nothing before the first reservation, `undefined` while it is on its way. */
export function TodayCharts({ charts }: { charts: ChartData | undefined }) {
  if (charts && isEmpty(charts)) return null
  const waiting = <section className="sheet chart-skeleton" aria-busy="true" />
  return <Suspense fallback={waiting}>{charts ? <Charts charts={charts} /> : waiting}</Suspense>
}

const isEmpty = ({ per_day, packages }: ChartData): boolean =>
  [...per_day, ...packages].every(({ count }) => count === 0)
