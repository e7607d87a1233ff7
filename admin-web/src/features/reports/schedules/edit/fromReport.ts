import { comparisonOf } from '@/features/reports/frame/parameters/comparison'
import { type Parameters, readParameters } from '@/features/reports/frame/parameters/parameters'
import type { Period } from '@/features/reports/frame/parameters/periods'
import { type Moving, movingPeriod, STANDARD_PERIOD } from '../periods'
import { givenOf, specOf } from '../reportParameters'
import { type Given, NEW_PATH, type ReportInfo } from '../schedule'
import { draftOf, EMPTY, needsPeriod, takesPeriod } from './draft'
import type { Draft } from './typed'

const REPORT = 'report'

/** The address of a new schedule that asks a report what its page asks it now. */
export function schedulePathOf(report: string, parameters: Given): string {
  const query = new URLSearchParams({ [REPORT]: report })
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) query.append(name, String(one))
  return `${NEW_PATH}?${query}`
}

/** What the page showed of days that do not move along, where a schedule comes from a report's page. */
export interface Seen {
  period: Period
  moving: Moving
  /** Two days compared with that no comparison of schedules means. */
  compared: Period | null
}

export function seenOf(search: URLSearchParams): Seen | null {
  const from = search.get('from') ?? search.get('reserved_from')
  const to = search.get('to') ?? search.get('reserved_to')
  if (!from || !to) return null
  const parameters = readParameters(search, {})
  const { compared } = parameters
  const isOwn = compared !== null && comparisonOf({ from, to }, compared) === null
  return {
    period: { from, to },
    moving: movingPeriod({ from, to }),
    compared: isOwn ? compared : null,
  }
}

/** Two days compared with become the comparison that always means them, else the period before. */
function movingComparison(parameters: Parameters): Partial<Parameters> {
  if (parameters.compare !== 'own') return {}
  const { compared } = parameters
  return { compare: (compared && comparisonOf(parameters, compared)) ?? 'previous', compared: null }
}

/**
 * The other way: what the form begins with. Two fixed days become the period that moves along; where
 * they may have meant several, or none, the form asks.
 */
export function draftFromReport(search: URLSearchParams, report: ReportInfo): Draft {
  const read = readParameters(search, specOf(report))
  const parameters = { ...read, ...movingComparison(read) }
  const standard = needsPeriod(report) ? [STANDARD_PERIOD] : []
  const choices = seenOf(search)?.moving.choices ?? standard
  const period = choices.length === 1 ? (choices[0] ?? null) : null
  return draftOf({
    ...EMPTY,
    name: report.title,
    report: report.name,
    parameters: givenOf(parameters, report),
    period: takesPeriod(report) ? period : null,
  })
}
