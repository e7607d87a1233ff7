import { dayWord } from '@/lib/days'
import { formatNumber } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import type { Charts } from '../today'

export interface Bar {
  name: string
  value: number
  /** Beside the bar: „178 von 500“. */
  label: string
  /** Up to here the cells go on, empty. */
  whole?: number
}

const PLAN_ORDER = ['one-off', '24m', '48m']

export const packageBars = ({ packages }: Charts): Bar[] =>
  [...packages]
    .sort((a, b) => a.annual_kwh - b.annual_kwh)
    .map(({ annual_kwh, count }) =>
      bar(`${packageName(annual_kwh)}, ${formatNumber(annual_kwh)} kWh`, count),
    )

export const planBars = ({ plans }: Charts): Bar[] =>
  [...plans]
    .sort((a, b) => PLAN_ORDER.indexOf(a.payment_plan) - PLAN_ORDER.indexOf(b.payment_plan))
    .map(({ payment_plan, count }) => bar(planName(payment_plan), count))

export const freeBars = ({ parks }: Charts): Bar[] =>
  parks.map(({ name, free, total }) => ({
    name,
    value: free,
    whole: total,
    label: total === 0 ? 'noch nicht geöffnet' : `${formatNumber(free)} von ${formatNumber(total)}`,
  }))

const bar = (name: string, count: number): Bar => ({
  name,
  value: count,
  label: formatNumber(count),
})

/** „134 in 30 Tagen, am meisten am 18. November: 12“. */
export function perDayWords(days: Charts['per_day']): string {
  const sum = days.reduce((all, { count }) => all + count, 0)
  if (sum === 0) return 'In den letzten 30 Tagen ging keine Reservierung ein.'
  const best = days.reduce((most, one) => (one.count > most.count ? one : most))
  return `${formatNumber(sum)} in ${days.length} Tagen, am meisten am ${dayWord(best.day)}: ${formatNumber(best.count)}.`
}
