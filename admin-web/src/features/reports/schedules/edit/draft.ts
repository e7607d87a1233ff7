import type { Timing } from '@/lib/timingWords'
import type { Problems } from '@/ui/form/versions'
import type { Condition, Given, ReportInfo, ScheduleInput } from '../schedule'
import { addressesIn } from './addresses'

/** A condition while it is typed: what cannot be read stays beside the value it has not become. */
export type DraftCondition =
  | { kind: 'rows'; table: string; least: number | null; typed: string | null }
  | {
      kind: 'figure'
      table: string
      column: string
      is: 'below' | 'above'
      value: number | null
      typed: string | null
    }

/** A schedule while it is typed. Nothing in it is thrown away because it is wrong. */
export interface Draft {
  name: string
  report: string
  parameters: Given
  period: string | null
  timing: Timing
  zone: string
  recipients: readonly string[]
  /** Text in the field of recipients that is none of them yet. */
  addressing: string
  formats: readonly string[]
  condition: DraftCondition | null
  cool_down_hours: string
  retention_days: string
}

export const EMPTY: ScheduleInput = {
  name: '',
  report: '',
  parameters: {},
  period: null,
  timing: { kind: 'weekly', time: '06:00', weekdays: [1], month_day: null, month: null },
  zone: 'Europe/Berlin',
  recipients: [],
  formats: ['body', 'pdf'],
  condition: null,
  cool_down_hours: 0,
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
  condition: input.condition && { ...input.condition, typed: null },
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
    timing: readTiming(draft.timing),
    recipients,
    formats: [...draft.formats],
    condition: readCondition(condition),
    cool_down_hours: whole(draft.cool_down_hours) ?? 0,
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

function readCondition(condition: DraftCondition | null): Condition | null {
  if (!condition) return null
  if (condition.kind === 'rows')
    return { kind: 'rows', table: condition.table, least: condition.least ?? 1 }
  const { kind, table, column, is, value } = condition
  return { kind, table, column, is, value: value ?? 0 }
}

function problemsOf(draft: Draft, input: ScheduleInput, rest: string): Problems {
  const { timing, condition } = draft
  const found: Record<string, string> = {}
  if (!input.report) found.report = 'Bitte wählen Sie einen Bericht.'
  if (!input.name) found.name = 'Bitte geben Sie einen Namen ein.'
  if (!timing.time) found['timing.time'] = 'Bitte geben Sie eine Uhrzeit ein.'
  if (timing.kind === 'weekly' && timing.weekdays.length === 0)
    found['timing.weekdays'] = 'Bitte wählen Sie mindestens einen Tag.'
  if (rest) found.recipients = notAnAddress(rest)
  else if (input.recipients.length === 0)
    found.recipients = 'Bitte geben Sie mindestens eine Adresse ein.'
  if (input.formats.length === 0) found.formats = 'Bitte wählen Sie mindestens eine Form.'
  if (condition && isUnread(condition)) found['condition.value'] = 'Bitte geben Sie eine Zahl ein.'
  if (whole(draft.cool_down_hours) === null) found.cool_down_hours = WHOLE
  if (!whole(draft.retention_days)) found.retention_days = WHOLE
  return found
}

const WHOLE = 'Bitte geben Sie eine ganze Zahl ein.'

const isUnread = (condition: DraftCondition): boolean =>
  (condition.kind === 'rows' ? condition.least : condition.value) === null

export const notAnAddress = (text: string): string =>
  /[,;\s]/.test(text)
    ? `„${text}“ sind keine E-Mail-Adressen. Eine Adresse sieht so aus: name@beispiel.de`
    : `„${text}“ ist keine E-Mail-Adresse. Eine Adresse sieht so aus: name@beispiel.de`

function whole(text: string): number | null {
  const plain = text.trim()
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null
}

/**
 * What the preview is asked with: what is missing is filled in, so that one sees the mail before the
 * form is complete. It is computed for the user who asks; who gets it later changes nothing of it.
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
    condition: draft.condition && !isUnread(draft.condition) ? input.condition : null,
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
    condition: null,
  }
}

/** Whether it is always of some days. */
export const needsPeriod = ({ parameters }: ReportInfo): boolean =>
  parameters.some(({ name }) => name === 'from')

/** Whether it is, or may be, of some days: those on which its reservations were made. */
export const takesPeriod = (report: ReportInfo): boolean =>
  needsPeriod(report) || report.parameters.some(({ name }) => name === 'reserved_from')

/** `recipients.1` → `recipients.anna@voltigo.example`: places move when one is taken away. */
export const byAddress = (problems: Problems, recipients: readonly string[]): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([name, words]) => {
      const place = /^recipients\.(\d+)$/.exec(name)?.[1]
      const address = place === undefined ? undefined : recipients[Number(place)]
      return [address === undefined ? name : `recipients.${address}`, words]
    }),
  )

/** What is left of the sentences of the server once something else is typed. */
export function stillRefused(
  problems: Problems,
  changes: Partial<Draft>,
  { parameters }: Pick<ReportInfo, 'parameters'>,
): Problems {
  const changed = new Set<string>(Object.keys(changes))
  if (changed.has('parameters')) for (const { name } of parameters) changed.add(name)
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => {
      if (changes.recipients && name.startsWith('recipients.'))
        return changes.recipients.includes(name.slice('recipients.'.length))
      return !changed.has(name.split('.')[0] ?? name)
    }),
  )
}

/** The first sentence about a field or about something inside it: `condition`, `condition.value`. */
export function problemAt(problems: Problems, field: string): string | undefined {
  const name = Object.keys(problems).find((key) => key === field || key.startsWith(`${field}.`))
  return name === undefined ? undefined : problems[name]
}
