import { type PackedReport, packOf, type ReportInfo } from '../schedule'
import { needsPeriod, takesPeriod } from './draft'
import type { Draft } from './typed'

/** How many reports one mail has room for; the server refuses more. */
export const MOST_REPORTS = 6

/** A schedule with these reports in this order. What only the first report decided goes with it. */
export function withPack(draft: Draft, pack: readonly PackedReport[]): Partial<Draft> {
  const [first, ...further] = pack
  if (!first) return {}
  const isOther = first.report !== draft.report
  return {
    report: first.report,
    parameters: first.parameters,
    further_reports: further,
    ...(isOther && { condition: null }),
  }
}

/** With one report more, the first that is not there yet, and a period where it needs one. */
export function withAnother(draft: Draft, reports: readonly ReportInfo[]): Partial<Draft> {
  const pack = packOf(draft)
  const next = reports.find(({ name }) => !pack.some(({ report }) => report === name)) ?? reports[0]
  if (!next || pack.length >= MOST_REPORTS) return {}
  return {
    ...withPack(draft, [...pack, { report: next.name, parameters: {} }]),
    ...periodFor(draft, next),
  }
}

/** With another report in this place; its parameters start from their defaults. */
export function withReportAt(draft: Draft, place: number, report: ReportInfo): Partial<Draft> {
  const pack = packOf(draft).map((one, n) =>
    n === place ? { report: report.name, parameters: {} } : one,
  )
  return { ...withPack(draft, pack), ...periodFor(draft, report) }
}

export function moved(draft: Draft, place: number, by: -1 | 1): Partial<Draft> {
  const pack = [...packOf(draft)]
  const [one] = pack.splice(place, 1)
  if (one) pack.splice(place + by, 0, one)
  return withPack(draft, pack)
}

/**
 * Without the report in this place. A name that was the first one's title follows to the next, and a
 * period that no report takes any more goes.
 */
export function without(
  draft: Draft,
  place: number,
  reports: readonly ReportInfo[],
): Partial<Draft> {
  const pack = packOf(draft).filter((_, n) => n !== place)
  const titleOf = (name: string | undefined) => reports.find((one) => one.name === name)?.title
  const next = titleOf(pack[0]?.report)
  const changes = withPack(draft, pack)
  const known = knownOf({ ...draft, ...changes }, reports)
  return {
    ...changes,
    ...(place === 0 && next && draft.name === titleOf(draft.report) && { name: next }),
    ...(known.length > 0 && !anyTakesPeriod(known) && { period: null }),
  }
}

const periodFor = ({ period }: Draft, report: ReportInfo): Partial<Draft> =>
  needsPeriod(report) && period === null ? { period: 'last_7_days' } : {}

/** The reports of a pack that are known, in its order. */
export const knownOf = (draft: Draft, reports: readonly ReportInfo[]): ReportInfo[] =>
  packOf(draft).flatMap(({ report }) => reports.filter(({ name }) => name === report))

/** Whether any of them is always of some days, or may be. */
export const anyNeedsPeriod = (pack: readonly ReportInfo[]): boolean => pack.some(needsPeriod)
export const anyTakesPeriod = (pack: readonly ReportInfo[]): boolean => pack.some(takesPeriod)
