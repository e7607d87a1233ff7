import type { Timing } from '@/lib/timingWords'
import type { Problems } from '@/ui/form/versions'
import type { ReportInfo, ScheduleInput } from '../schedule'
import { addressesIn } from './addresses'
import { MOST_ROWS, problemsOf, whole } from './problems'
import type { Draft } from './typed'

export const EMPTY: ScheduleInput = {
  name: '',
  report: '',
  parameters: {},
  period: null,
  timing: { kind: 'weekly', time: '06:00', weekdays: [1], month_day: null, month: null },
  zone: 'Europe/Berlin',
  recipients: [],
  formats: ['body', 'pdf'],
  least_rows: 1,
  retention_days: 90,
}

export const draftOf = (input: ScheduleInput): Draft => ({
  name: input.name,
  report: input.report,
  parameters: input.parameters,
  period: input.period,
  timing: input.timing,
  zone: input.zone,
  recipients: input.recipients,
  addressing: '',
  formats: input.formats,
  least_rows: String(input.least_rows),
  retention_days: String(input.retention_days),
})

/** What is sent to the server, and what must be put right before that. */
export function readDraft(draft: Draft): { input: ScheduleInput; problems: Problems } {
  const { addressing, ...same } = draft
  const { found, rest } = addressesIn(addressing)
  const recipients = [...new Set([...draft.recipients, ...found])]
  const input: ScheduleInput = {
    ...same,
    name: draft.name.trim(),
    timing: readTiming(draft.timing),
    recipients,
    formats: [...draft.formats],
    least_rows: whole(draft.least_rows) ?? 1,
    retention_days: whole(draft.retention_days) ?? 0,
  }
  return { input, problems: problemsOf(draft, input, rest) }
}

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

/**
 * What the preview is asked with: what is missing is filled in, so that one sees the mail before the
 * form is complete. It is addressed to the user who asks.
 */
export function previewInput(
  draft: Draft,
  title: string,
  ownAddress: string,
): ScheduleInput | null {
  const { input } = readDraft(draft)
  if (!input.report || !input.timing.time) return null
  if (input.timing.kind === 'weekly' && input.timing.weekdays.length === 0) return null
  return {
    ...input,
    name: input.name || title,
    recipients: [ownAddress],
    formats: input.formats.length > 0 ? input.formats : ['body'],
    least_rows: Math.min(input.least_rows, MOST_ROWS),
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
    period: needsPeriod(report) ? (draft.period ?? 'last_7_days') : null,
  }
}

/** Whether it is always of some days. */
export const needsPeriod = ({ parameters }: ReportInfo): boolean =>
  parameters.some(({ name }) => name === 'from')

/** Whether it is, or may be, of some days: those on which its reservations were made. */
export const takesPeriod = (report: ReportInfo): boolean =>
  needsPeriod(report) || report.parameters.some(({ name }) => name === 'reserved_from')
