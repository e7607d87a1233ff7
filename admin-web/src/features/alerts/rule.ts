import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { germanCents, germanNumber, typedEuros } from '@/lib/germanNumber'
import type { EditKind } from '@/ui/form/versions'

export type Rule = Schemas['RuleOut']
export type Known = Schemas['RulesOut']
export type Figure = Schemas['AlertFigureOut']
export type Comparison = Figure['comparisons'][number]
type Scope = Figure['scopes'][number]
type Unit = NonNullable<Rule['unit']>
/** What is saved of a rule. */
export type RuleValues = Omit<Schemas['RuleEditIn'], 'version'>

/** A rule as it is typed. */
export interface RuleForm {
  kind: string
  comparison: Comparison | null
  scope: Scope
  scope_value: string
  threshold: string
  days: string
  is_on: boolean
  to_admins: boolean
  recipients: string
  is_quiet: boolean
  quiet_from: string
  quiet_to: string
  quiet_days: number[]
}

export const COMPARISON_WORDS: Record<Comparison, string> = {
  below: 'Unter einer Grenze',
  above: 'Über einer Grenze',
  less_than_usual: 'Weniger als sonst',
  more_than_usual: 'Mehr als sonst',
  unusual: 'Weniger oder mehr als sonst',
  silent: 'Nichts mehr gekommen',
  costs_missing: 'Kosten kamen und bleiben aus',
}
export const SCOPE_WORDS: Record<Scope, string> = {
  all: 'Alles zusammen',
  campaign: 'Eine Kampagne',
  source: 'Eine Quelle',
  channel_group: 'Eine Kanalgruppe',
  park: 'Ein Park',
}
export const isUsual = (comparison: Comparison | null): boolean =>
  comparison === 'less_than_usual' || comparison === 'more_than_usual' || comparison === 'unusual'
export const hasThreshold = ({ comparison }: Pick<RuleForm, 'comparison'>): boolean =>
  comparison !== 'silent' && comparison !== 'costs_missing'

/** The unit of the threshold: per cent where days are compared with earlier ones. */
export const unitOf = ({ comparison }: Pick<RuleForm, 'comparison'>, unit: Rule['unit']) =>
  isUsual(comparison) ? 'percent' : unit

/** The unit shown next to the threshold. */
export function thresholdLabel({ comparison }: RuleForm, unit: Unit): string {
  if (isUsual(comparison)) return 'Um mehr als wie viel Prozent?'
  if (comparison !== null) return UNITS[unit] ? `Grenze in ${UNITS[unit]}` : 'Grenze'
  return BUILT_IN_LABELS[unit]
}
const UNITS: Record<Unit, string> = {
  percent: 'Prozent',
  minutes: 'Stunden',
  cents: 'Euro',
  count: '',
  share_ppm: 'Prozent',
  days: 'Tagen',
}
const BUILT_IN_LABELS: Record<Unit, string> = {
  percent: 'Ab wie viel Prozent?',
  minutes: 'Ab wie vielen Stunden?',
  cents: 'Ab wie viel Euro über dem Budget?',
  count: 'Ab wie vielen?',
  share_ppm: 'Ab wie viel Prozent?',
  days: 'Ab wie vielen Tagen?',
}

const ALWAYS = [1, 2, 3, 4, 5, 6, 7]
export const DAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] as const
const LONG_DAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']
export const longDay = (day: number): string => LONG_DAYS[day - 1] ?? ''

/** A rule that does not exist yet; `id` 0. */
export function newRule(figure: Figure, known: Known, mail: string): Rule {
  const [comparison = 'below'] = figure.comparisons
  const [scope = 'all'] = figure.scopes
  return {
    id: 0,
    kind: figure.name,
    title: 'Neue Regel',
    when_words: figure.meaning,
    state_words: '',
    comparison,
    scope,
    scope_value: known.options[scope]?.[0]?.value ?? null,
    unit: figure.unit,
    threshold: null,
    days: figure.is_level ? 1 : 7,
    is_on: true,
    to_admins: false,
    recipients: [mail],
    told: 1,
    quiet_from: null,
    quiet_to: null,
    quiet_days: [],
    note: null,
    version: 0,
    changed: null,
  }
}

export const formOf = (rule: Rule): RuleForm => ({
  kind: rule.kind,
  comparison: rule.comparison,
  scope: rule.scope,
  scope_value: rule.scope_value ?? '',
  threshold: typedThreshold(rule.threshold, unitOf(rule, rule.unit)),
  days: String(rule.days),
  is_on: rule.is_on,
  to_admins: rule.to_admins,
  recipients: rule.recipients.join('\n'),
  is_quiet: rule.quiet_days.length > 0,
  quiet_from: rule.quiet_from ?? '22:00',
  quiet_to: rule.quiet_to ?? '06:00',
  quiet_days: rule.quiet_days.length > 0 ? rule.quiet_days : ALWAYS,
})

const PPM_OF_PERCENT = 10_000

/** As a user would type it: „90“, „48“, „1,5“, „20“. */
function typedThreshold(threshold: number | null, unit: Rule['unit']): string {
  if (threshold === null || unit === null) return ''
  if (unit === 'cents') return typedEuros(threshold)
  if (unit === 'share_ppm') return String(threshold / PPM_OF_PERCENT).replace('.', ',')
  return unit === 'minutes' ? formatNumber(threshold / 60).replaceAll('.', '') : String(threshold)
}

/** Another figure in the form of a new rule: what does not fit to it starts again. */
export function withFigure(form: RuleForm, figure: Figure, known: Known): RuleForm {
  const fresh = formOf(newRule(figure, known, ''))
  const isKept = form.comparison !== null && figure.comparisons.includes(form.comparison)
  const keepsScope = figure.scopes.includes(form.scope)
  return {
    ...form,
    kind: figure.name,
    comparison: isKept ? form.comparison : fresh.comparison,
    scope: keepsScope ? form.scope : fresh.scope,
    scope_value: keepsScope ? form.scope_value : fresh.scope_value,
    days: figure.is_level ? '1' : form.days,
    threshold: '',
  }
}

/** What to send, and what cannot be read. Everything else the server refuses in the same words. */
export function readRule(form: RuleForm, ofKind: Rule['unit']) {
  const problems: Record<string, string> = {}
  const unit = hasThreshold(form) ? unitOf(form, ofKind) : null
  const threshold = unit === null ? null : readThreshold(form.threshold, unit)
  if (unit !== null && threshold === null) problems.threshold = UNREADABLE[unit]
  const days = germanNumber(form.days)
  if (days === null || !Number.isInteger(days) || days < 1 || days > 90)
    problems.days = 'Bitte geben Sie eine Zahl von 1 bis 90 an.'
  if (form.is_quiet && form.quiet_days.length === 0)
    problems.quiet_days = 'Bitte wählen Sie, an welchen Tagen die Ruhe beginnt.'
  const values: RuleValues = {
    comparison: form.comparison,
    scope: form.scope,
    scope_value: form.scope === 'all' ? null : form.scope_value,
    threshold,
    days: days ?? 1,
    is_on: form.is_on,
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

function readThreshold(text: string, unit: Unit): number | null {
  const plain = text.replace(/\s*(%|€|Stunden?|Std\.?|h)$/i, '')
  if (unit === 'cents') return germanCents(plain)
  const value = germanNumber(plain)
  if (value === null || value < 0) return null
  const scaled = value * (unit === 'minutes' ? 60 : unit === 'share_ppm' ? PPM_OF_PERCENT : 1)
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : null
}

const UNREADABLE: Record<Unit, string> = {
  percent: 'Bitte geben Sie ganze Prozent an, zum Beispiel 90.',
  minutes: 'Bitte geben Sie Stunden an, zum Beispiel 48 oder 1,5.',
  cents: 'Bitte geben Sie einen Betrag in Euro an, zum Beispiel 50.',
  count: 'Bitte geben Sie eine ganze Zahl an, zum Beispiel 30.',
  share_ppm: 'Bitte geben Sie Prozent an, zum Beispiel 60 oder 62,5.',
  days: 'Bitte geben Sie Tage an, zum Beispiel 5.',
}

/** How a rule is edited. `unitFor`: that of its figure. */
export const ruleKind = (
  unitFor: (kind: string) => Rule['unit'],
): EditKind<Rule, RuleForm, RuleValues & { kind?: string }> => ({
  formOf,
  read: (form) => {
    const { values, problems } = readRule(form, unitFor(form.kind))
    return { values: { ...values, kind: form.kind }, problems }
  },
  labels: {
    is_on: 'Eingeschaltet',
    comparison: 'Wann',
    threshold: 'Grenze',
    days: 'Tage',
    scope: 'Wofür',
    to_admins: 'Mail an die Administration',
    recipients: 'Weitere Adressen',
    quiet_days: 'Ruhezeiten',
  },
  parts: { quiet_days: ['is_quiet', 'quiet_from', 'quiet_to'], scope: ['scope_value'] },
  show(name, values) {
    if (name === 'threshold') {
      const unit = unitOf({ comparison: values.comparison ?? null }, unitFor(values.kind ?? ''))
      const typed = typedThreshold(values.threshold ?? null, unit)
      return typed && unit ? `${typed} ${UNITS[unit]}`.trim() : 'keine'
    }
    if (name === 'days') return String(values.days)
    if (name === 'comparison') return values.comparison ? COMPARISON_WORDS[values.comparison] : ''
    if (name === 'scope') return values.scope_value ?? SCOPE_WORDS[values.scope ?? 'all']
    if (name === 'recipients') return (values.recipients ?? []).join(', ') || 'keine'
    if (name === 'quiet_days') return quietWords(values) || 'keine'
    return values[name as 'is_on' | 'to_admins'] ? 'ja' : 'nein'
  },
  what: 'diese Regel',
})

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

export type QuietTimes = Pick<RuleValues, 'quiet_from' | 'quiet_to' | 'quiet_days'>

/** „Ruhe täglich von 22:00 bis 6:00 Uhr“; empty without. */
export function quietWords({ quiet_from, quiet_to, quiet_days = [] }: QuietTimes): string {
  if (!quiet_from || !quiet_to || !quiet_days || quiet_days.length === 0) return ''
  const days = daysWords(quiet_days)
  if (quiet_from === quiet_to && quiet_from === '00:00') return `Ruhe ${days} den ganzen Tag`
  if (quiet_from === quiet_to) return `Ruhe ${days} ab ${clock(quiet_from)} Uhr für 24 Stunden`
  const next = quiet_to < quiet_from ? ' am nächsten Tag' : ''
  return `Ruhe ${days} von ${clock(quiet_from)} bis ${clock(quiet_to)} Uhr${next}`
}

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
