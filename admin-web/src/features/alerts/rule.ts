import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { germanCents, germanNumber, typedEuros } from '@/lib/germanNumber'
import type { EditKind } from '@/ui/form/versions'

/** When a kind of alert is raised and who is told of it. */
export type Rule = Schemas['RuleOut']

/** A rule as it is typed. */
export interface RuleForm {
  is_on: boolean
  threshold: string
  to_admins: boolean
  recipients: string
  is_quiet: boolean
  quiet_from: string
  quiet_to: string
  quiet_days: number[]
}

/** What is changed of a rule. */
type RuleValues = Pick<
  Rule,
  'is_on' | 'threshold' | 'to_admins' | 'recipients' | 'quiet_from' | 'quiet_to' | 'quiet_days'
>

export const DAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] as const
const LONG_DAYS = [
  'Montag',
  'Dienstag',
  'Mittwoch',
  'Donnerstag',
  'Freitag',
  'Samstag',
  'Sonntag',
] as const
export const longDay = (day: number): string => LONG_DAYS[day - 1] ?? ''

/** What stands beside the field of the threshold, in the rule's own unit. */
export const THRESHOLD_LABELS: Record<NonNullable<Rule['unit']>, string> = {
  percent: 'Ab wie viel Prozent?',
  minutes: 'Ab wie vielen Stunden?',
  cents: 'Ab wie viel Euro über dem Budget?',
  count: 'Ab wie vielen Reservierungen in 10 Minuten?',
}

export function formOf(rule: Rule): RuleForm {
  return {
    is_on: rule.is_on,
    threshold: typedThreshold(rule),
    to_admins: rule.to_admins,
    recipients: rule.recipients.join('\n'),
    is_quiet: rule.quiet_days.length > 0,
    quiet_from: rule.quiet_from ?? '22:00',
    quiet_to: rule.quiet_to ?? '06:00',
    quiet_days: rule.quiet_days.length > 0 ? rule.quiet_days : [1, 2, 3, 4, 5, 6, 7],
  }
}

/** The threshold as a user would type it: „90“, „48“, „1,5“, „20“. */
function typedThreshold({ unit, threshold }: Pick<Rule, 'unit' | 'threshold'>): string {
  if (unit === null || threshold === null) return ''
  if (unit === 'cents') return typedEuros(threshold)
  return unit === 'minutes' ? formatNumber(threshold / 60).replaceAll('.', '') : String(threshold)
}

/** How a rule of this unit is edited. */
export const ruleKind = ({ unit }: Pick<Rule, 'unit'>): EditKind<Rule, RuleForm, RuleValues> => ({
  formOf,
  read: (form) => readRule(form, unit),
  labels: {
    is_on: 'Eingeschaltet',
    ...(unit && { threshold: 'Schwelle' }),
    to_admins: 'Mail an die Administration',
    recipients: 'Weitere Adressen',
    quiet_days: 'Ruhezeiten',
  },
  parts: { quiet_days: ['is_quiet', 'quiet_from', 'quiet_to'] },
  show(name, values) {
    if (name === 'threshold')
      return `${typedThreshold({ unit, threshold: values.threshold })} ${unit && UNITS[unit]}`
    if (name === 'recipients') return values.recipients.join(', ') || 'keine'
    if (name === 'quiet_days') return quietWords(values) || 'keine'
    return values[name as 'is_on' | 'to_admins'] ? 'ja' : 'nein'
  },
  what: 'diese Regel',
})

/** What to send, and what cannot be read. Everything else the server refuses in the same words. */
export function readRule(form: RuleForm, unit: Rule['unit']) {
  const problems: Record<string, string> = {}
  const threshold = unit === null ? null : readThreshold(form.threshold, unit)
  if (unit !== null && threshold === null) problems.threshold = UNREADABLE[unit]
  if (form.is_quiet && form.quiet_days.length === 0)
    problems.quiet_days = 'Bitte wählen Sie, an welchen Tagen die Ruhe beginnt.'
  const values: RuleValues = {
    is_on: form.is_on,
    threshold,
    to_admins: form.to_admins,
    recipients: form.recipients
      .split(/[\n,;]/)
      .map((one) => one.trim())
      .filter(Boolean),
    quiet_from: form.is_quiet ? form.quiet_from : null,
    quiet_to: form.is_quiet ? form.quiet_to : null,
    quiet_days: form.is_quiet ? [...form.quiet_days].sort() : [],
  }
  return { values, problems }
}

const UNITS: Record<NonNullable<Rule['unit']>, string> = {
  percent: '%',
  minutes: 'Stunden',
  cents: 'Euro',
  count: 'Reservierungen',
}

function readThreshold(text: string, unit: NonNullable<Rule['unit']>): number | null {
  const plain = text.replace(/\s*(%|Stunden?|Std\.?|h)$/i, '')
  if (unit === 'cents') return germanCents(plain)
  const value = germanNumber(plain)
  if (value === null) return null
  const minutes = unit === 'minutes' ? value * 60 : value
  return Math.abs(minutes - Math.round(minutes)) < 1e-6 ? Math.round(minutes) : null
}

const UNREADABLE: Record<NonNullable<Rule['unit']>, string> = {
  percent: 'Bitte geben Sie ganze Prozent an, zum Beispiel 90.',
  minutes: 'Bitte geben Sie Stunden an, zum Beispiel 48 oder 1,5.',
  cents: 'Bitte geben Sie einen Betrag in Euro an, zum Beispiel 50. Mit 0 zählt der erste Cent.',
  count: 'Bitte geben Sie eine ganze Zahl an, zum Beispiel 30.',
}

/** Who gets the mail as things stand. */
export function toldWords({ told, to_admins, recipients }: Rule): string {
  if (told === 0) return 'Ohne Mail, nur hier in der Konsole'
  const who = [
    to_admins && 'Administration',
    recipients.length === 1 && recipients[0],
    recipients.length > 1 && `${recipients.length} weitere Adressen`,
  ].filter(Boolean)
  return `Mail an ${who.join(' und ')}`
}

/** „Ruhe täglich von 22:00 bis 6:00 Uhr“; empty without. */
export function quietWords({ quiet_from, quiet_to, quiet_days }: QuietTimes): string {
  if (!quiet_from || !quiet_to || quiet_days.length === 0) return ''
  const days = daysWords(quiet_days)
  if (quiet_from === quiet_to && quiet_from === '00:00') return `Ruhe ${days} den ganzen Tag`
  if (quiet_from === quiet_to) return `Ruhe ${days} ab ${clock(quiet_from)} Uhr für 24 Stunden`
  const next = quiet_to < quiet_from ? ' am nächsten Tag' : ''
  return `Ruhe ${days} von ${clock(quiet_from)} bis ${clock(quiet_to)} Uhr${next}`
}

export type QuietTimes = Pick<RuleValues, 'quiet_from' | 'quiet_to' | 'quiet_days'>

const clock = (time: string): string => time.replace(/^0/, '')

/** „täglich“, „Mo bis Fr“, „Sa und So“, „Mo, Mi und Fr“. */
export function daysWords(days: readonly number[]): string {
  const sorted = [...days].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (sorted.length === 7) return 'täglich'
  const names = sorted.map((day) => DAYS[day - 1])
  const isRun = last - first === sorted.length - 1
  if (isRun && sorted.length > 2) return `${names[0]} bis ${names.at(-1)}`
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`
}

export interface QuietSpan {
  /** 0 Monday … 6 Sunday. */
  day: number
  /** Minutes of the day. */
  from: number
  to: number
}

/** The quiet times of a week, cut at midnight; an end on the next day after Sunday is Monday's. */
export function quietSpans({ quiet_from, quiet_to, quiet_days }: QuietTimes): QuietSpan[] {
  if (!quiet_from || !quiet_to) return []
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  return quiet_days.flatMap((weekday) => {
    const day = weekday - 1
    if (to > from) return [{ day, from, to }]
    const evening = { day, from, to: DAY_MINUTES }
    return to === 0 ? [evening] : [evening, { day: (day + 1) % 7, from: 0, to }]
  })
}

const DAY_MINUTES = 24 * 60
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
