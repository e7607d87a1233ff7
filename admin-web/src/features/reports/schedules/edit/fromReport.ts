import { readParameters } from '@/features/reports/frame/parameters/parameters'
import { movingPeriod, STANDARD_PERIOD } from '../periods'
import { givenOf, specOf } from '../reportParameters'
import { type Given, NEW_PATH, type ReportInfo } from '../schedule'
import { type Draft, draftOf, EMPTY, takesPeriod } from './draft'

const REPORT = 'report'

/** The address of a new schedule that asks a report what its page asks it now. */
export function schedulePathOf(report: string, parameters: Given): string {
  const query = new URLSearchParams({ [REPORT]: report })
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) query.append(name, String(one))
  return `${NEW_PATH}?${query}`
}

/** The other way: what the form begins with. Two fixed days become a period that moves along. */
export function draftFromReport(search: URLSearchParams, report: ReportInfo): Draft {
  const parameters = readParameters(search, specOf(report))
  const moving = search.has('from') ? movingPeriod(parameters) : null
  return draftOf({
    ...EMPTY,
    name: report.title,
    report: report.name,
    parameters: givenOf(parameters, report),
    period: takesPeriod(report) ? (moving ?? STANDARD_PERIOD) : null,
  })
}
