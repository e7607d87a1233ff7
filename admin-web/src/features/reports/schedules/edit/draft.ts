import type { Timing } from '@/lib/timingWords'
import type { Problems } from '@/ui/form/versions'
import type { Condition, ReportInfo, ScheduleInput } from '../schedule'
import { addressesIn } from './addresses'
import { gateProblems, isUnread, problemsOf, whole } from './problems'
import type { Draft, DraftCondition } from './typed'

export const EMPTY: ScheduleInput = {
  name: '',
  report: '',
  parameters: {},
  further_reports: [],
  period: null,
  timing: { kind: 'weekly', time: '06:00', weekdays: [1], month_day: null, month: null },
  zone: 'Europe/Berlin',
  recipients: [],
  own_filters: {},
  formats: ['body', 'pdf'],
  condition: null,
  gate: null,
  cool_down_hours: 0,
  retention_days: 90,
}

export const draftOf = (input: ScheduleInput): Draft => ({
  name: input.name,
  report: input.report,
  parameters: input.parameters,
  further_reports: input.further_reports,
  period: input.period,
  timing: input.timing,
  zone: input.zone,
  recipients: input.recipients,
  own_filters: input.own_filters,
  addressing: '',
  formats: input.formats,
  condition: input.condition && { ...input.condition, typed: null },
  gate: input.gate,
  cool_down_hours: String(input.cool_down_hours),
  retention_days: String(input.retention_days),
})

/** What is sent to the server, and what must be put right before that. */
export function readDraft(draft: Draft): { input: ScheduleInput; problems: Problems } {
  const { addressing, condition, ...same } = draft
  const { found, rest } = addressesIn(addressing)
  const recipients = [...new Set([...draft.recipients, ...found])]
  const input: ScheduleInput = {
    ...same,
    name: draft.name.trim(),
    further_reports: draft.further_reports.map((one) => ({ ...one })),
    timing: readTiming(draft.timing),
    recipients,
    own_filters: filtersFor(draft.own_filters, recipients),
    formats: [...draft.formats],
    condition: readCondition(condition),
    cool_down_hours: whole(draft.cool_down_hours) ?? 0,
    retention_days: whole(draft.retention_days) ?? 0,
  }
  return { input, problems: problemsOf(draft, input, rest) }
}

/** The filters of those who still are recipients. */
const filtersFor = (
  filters: Draft['own_filters'],
  recipients: readonly string[],
): ScheduleInput['own_filters'] =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([address, own]) => recipients.includes(address) && Object.keys(own).length > 0)
      .map(([address, own]) => [
        address,
        Object.fromEntries(Object.entries(own).map(([name, values]) => [name, [...values]])),
      ]),
  )

/** Only what its kind needs: a choice of days that is out of use does not reach the server. */
const readTiming = ({ kind, time, weekdays, month_day, month }: Timing): Timing => ({
  kind,
  time,
  weekdays: kind === 'weekly' ? weekdays : [],
  month_day: kind === 'daily' || kind === 'weekly' ? null : (month_day ?? 1),
  month: readMonth(kind, month ?? 1),
})

/** A month of a year that is no month of a quarter becomes the one at its place. */
function readMonth(kind: Timing['kind'], month: number): number | null {
  if (kind === 'yearly') return month
  return kind === 'quarterly' ? ((month - 1) % 3) + 1 : null
}

function readCondition(condition: DraftCondition | null): Condition | null {
  if (!condition) return null
  if (condition.kind === 'rows')
    return { kind: 'rows', table: condition.table, least: condition.least ?? 1 }
  const { kind, table, column, is, value } = condition
  return { kind, table, column, is, value: value ?? 0 }
}

/**
 * What the preview is asked with: what is missing is filled in, so that one sees the mail before the
 * form is complete. It is addressed to the user who asks, with the own filter of the recipient it is
 * shown for.
 */
export function previewInput(
  draft: Draft,
  title: string,
  ownAddress: string,
  shownFor = '',
): ScheduleInput | null {
  const { input } = readDraft(draft)
  const own = input.own_filters[shownFor]
  if (!input.report || !input.timing.time) return null
  if (input.timing.kind === 'weekly' && input.timing.weekdays.length === 0) return null
  return {
    ...input,
    name: input.name || title,
    recipients: [ownAddress],
    own_filters: own ? { [ownAddress]: own } : {},
    formats: input.formats.length > 0 ? input.formats : ['body'],
    condition: draft.condition && !isUnread(draft.condition) ? input.condition : null,
    gate: Object.keys(gateProblems(draft)).length === 0 ? input.gate : null,
    retention_days: input.retention_days || EMPTY.retention_days,
  }
}

/** Another report: what only the old one had goes, its parameters start from their defaults. */
export function withReport(draft: Draft, report: ReportInfo, before: string | undefined): Draft {
  const hasOwnName = draft.name.trim() !== '' && draft.name !== before
  return {
    ...draft,
    report: report.name,
    name: hasOwnName ? draft.name : report.title,
    parameters: {},
    period: periodWith(draft, report),
    condition: null,
  }
}

/** Further reports keep the period that they share with the first. */
function periodWith({ period, further_reports }: Draft, report: ReportInfo): string | null {
  if (needsPeriod(report)) return period ?? 'last_7_days'
  return further_reports.length > 0 ? period : null
}

/** Whether it is always of some days. */
export const needsPeriod = ({ parameters }: ReportInfo): boolean =>
  parameters.some(({ name }) => name === 'from')

/** Whether it is, or may be, of some days: those on which its reservations were made. */
export const takesPeriod = (report: ReportInfo): boolean =>
  needsPeriod(report) || report.parameters.some(({ name }) => name === 'reserved_from')
