import { lazy, Suspense, useMemo } from 'react'
import { FilterBar } from '@/features/reports/frame/filters/FilterBar'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import type { Period } from '@/features/reports/frame/parameters/periods'
import type { Problems } from '@/ui/form/versions'
import { barParameters, givenOf, specOf } from '../reportParameters'
import type { Given, ReportInfo } from '../schedule'
import { OwnParameters } from './OwnParameters'

const CreditFields = lazy(() => import('./CreditFields'))

interface AskedProps {
  report: ReportInfo
  given: Given
  /** By the names of the report's own parameters. */
  problems: Problems
  /** The days in which values of filters are looked for. */
  period: Period | null
  onGiven: (given: Given) => void
}

/** What a report is asked, with the fields that its own page has. */
export function Asked({ report, given, problems, period, onGiven }: AskedProps) {
  const takes = useMemo(() => specOf(report), [report])
  const parameters = barParameters(given, report, period)
  const change = (changes: Partial<Parameters>) =>
    onGiven(givenOf({ ...parameters, ...changes }, report))
  const own = Object.keys(takes.own)
  if (!takes.comparison && !takes.bots && !takes.filters && own.length === 0) return null
  const state = {
    parameters,
    query: '',
    change,
    changeOwn: (changes: Parameters['own']) => change({ own: { ...parameters.own, ...changes } }),
    problems: parameterProblems(problems, report),
  }
  return (
    <FilterBar {...state} takes={takes} compared={null} controlled={own}>
      {report.name === 'credits' ? (
        <Suspense fallback={null}>
          <CreditFields {...state} />
        </Suspense>
      ) : (
        <OwnParameters {...state} report={report} />
      )}
    </FilterBar>
  )
}

/** The server names a parameter as addresses do: `years`. */
const parameterProblems = (problems: Problems, { parameters }: ReportInfo): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([name]) => parameters.some((one) => one.name === name)),
  )
