import { daysBefore, daysIn } from '@/lib/days'
import { counted } from '@/lib/format'
import { monthsBefore, wholeMonths } from './calendar'
import { type Comparison, lengthOf, type Period, periodWords } from './periods'

/** What the server compares a period with; `analytics/reporting.py` decides, this foretells it. */
export function comparedPeriod(
  period: Period,
  compare: Exclude<Comparison, 'none' | 'own'>,
): Period {
  const { from, to } = period
  const months = wholeMonths(period)
  if (months > 0 && compare !== 'weekdays') {
    const back = compare === 'year' ? 12 : months
    return {
      from: monthsBefore(from, back),
      to: daysBefore(monthsBefore(daysBefore(to, -1), back), 1),
    }
  }
  const shift = compare === 'year' ? 364 : Math.ceil(lengthOf(period) / 7) * 7
  return { from: daysBefore(from, shift), to: daysBefore(to, shift) }
}

/** The comparison that means these two days whenever it is asked; `null` where they are of their own. */
export function comparisonOf(period: Period, compared: Period): Comparison | null {
  const names = ['previous', 'year', 'weekdays'] as const
  return (
    names.find((name) => {
      const { from, to } = comparedPeriod(period, name)
      return from === compared.from && to === compared.to
    }) ?? null
  )
}

/** „01.04.2026 bis 30.06.2026, dem Quartal davor.“: which days, and why these. */
export const comparedSentence = (period: Period, compared: Period): string =>
  `${periodWords(compared)}${reason(period, compared)}.`

function reason(period: Period, compared: Period): string {
  const months = wholeMonths(period)
  if (months > 0 && wholeMonths(compared) === months) {
    const name = comparisonOf(period, compared)
    if (name === 'previous') return `, ${monthsDative(months, period)} davor`
    if (name === 'year') return `, ${monthsDative(months, period)} ein Jahr früher`
  }
  const [days, others] = [lengthOf(period), lengthOf(compared)]
  if (days !== others) return `, ${daysWords(others)} gegen ${daysWords(days)}`
  const shift = daysIn(compared.from, period.from) - 1
  if (shift > 0 && shift % 7 === 0)
    return `: ${shift === 7 ? 'eine Woche' : `${shift / 7} Wochen`} früher, also dieselben Wochentage`
  return `, gleich lang, aber andere Wochentage`
}

const daysWords = (days: number): string => counted(days, '1 Tag', 'Tage')

function monthsDative(months: number, { from }: Period): string {
  if (months === 1) return 'dem Monat'
  if (months === 3 && ['01', '04', '07', '10'].includes(from.slice(5, 7))) return 'dem Quartal'
  if (months === 12 && from.slice(5, 7) === '01') return 'dem Jahr'
  return `den ${months} Monaten`
}
