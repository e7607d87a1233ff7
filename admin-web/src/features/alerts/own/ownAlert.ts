import type { Schemas } from '@/api/operations'
import { formatMoney, formatNumber, formatShare } from '@/lib/format'
import { germanNumber, typedEuros } from '@/lib/germanNumber'
import type { Shape } from '@/lib/states'

export type OwnAlert = Schemas['FigureAlertOut']
export type Figures = Schemas['AlertFiguresOut']
export type Figure = Schemas['AlertFigureOut']
export type AlertBody = Schemas['FigureAlertIn']
export type Preview = Schemas['FigureAlertPreviewOut']
type Kind = Figure['kinds'][number]
type Scope = Figure['scopes'][number]

/** An alert as it is typed. */
export interface OwnAlertForm {
  figure: Figure['name']
  scope: Scope
  scope_value: string
  kind: Kind
  threshold: string
  days: string
  direction: OwnAlert['direction']
  false_alarms: number
  by_mail: boolean
  is_quiet: boolean
  quiet_from: string
  quiet_to: string
  quiet_days: number[]
}

export const KIND_WORDS: Record<Kind, string> = {
  below: 'Unter einer Grenze',
  above: 'Über einer Grenze',
  silent: 'Nichts mehr gekommen',
  outside: 'Ungewöhnlich für so einen Tag',
  unvisited: 'Geld ausgegeben, aber kein Besuch',
  costs_missing: 'Kosten kamen und bleiben aus',
}

export const SCOPE_WORDS: Record<Scope, string> = {
  all: 'Alles zusammen',
  campaign: 'Eine Kampagne',
  source: 'Eine Quelle',
  channel_group: 'Eine Kanalgruppe',
  park: 'Ein Park',
}

const DIRECTION_WORDS: Record<OwnAlert['direction'], string> = {
  both: 'Zu wenig und zu viel',
  low: 'Nur zu wenig',
  high: 'Nur zu viel',
}

/** How many false alarms a year are taken for not missing anything. */
export const SENSITIVITIES: readonly [number, string][] = [
  [1, 'Selten: etwa ein Fehlalarm im Jahr'],
  [4, 'Üblich: etwa vier im Jahr'],
  [12, 'Empfindlich: etwa einer im Monat'],
]

/** Over how many days it is judged what a reservation or a contract costs. */
export const COST_SPANS: readonly [string, string][] = [
  ['1', 'Ein Tag'],
  ['7', '7 Tage zusammen'],
  ['14', '14 Tage zusammen'],
]

/** Words for the sides: few cases for much money are high costs. */
export const directionWords = ({ is_cost_per_case }: Pick<Figure, 'is_cost_per_case'>) =>
  is_cost_per_case
    ? { high: 'Nur zu hoch', low: 'Nur zu niedrig', both: 'Zu hoch und zu niedrig' }
    : DIRECTION_WORDS

const THRESHOLD_UNITS: Record<Figure['unit'], string> = {
  count: '',
  cents: ' in Euro',
  share_ppm: ' in Prozent',
  days: ' in Tagen',
}
export const thresholdLabel = ({ unit }: Figure): string => `Grenze${THRESHOLD_UNITS[unit]}`

/** The choices of a scope, as the server knows them. */
export function optionsOf(scope: Scope, known: Figures): Schemas['ChoiceOut'][] {
  if (scope === 'campaign') return known.campaigns
  if (scope === 'source') return known.sources
  if (scope === 'channel_group') return known.channel_groups
  return scope === 'park' ? known.parks : []
}

const ALWAYS = [1, 2, 3, 4, 5, 6, 7]

/** What an alert on a figure starts with. */
export function newForm(figure: Figure, known: Figures): OwnAlertForm {
  const scope = figure.scopes[0] ?? 'all'
  return {
    figure: figure.name,
    scope,
    scope_value: optionsOf(scope, known)[0]?.value ?? '',
    kind: figure.kinds.includes('outside') ? 'outside' : (figure.kinds[0] ?? 'below'),
    threshold: '',
    days: figure.kinds[0] === 'unvisited' ? '14' : '7',
    direction: figure.is_cost_per_case ? 'high' : 'both',
    false_alarms: 4,
    by_mail: true,
    is_quiet: false,
    quiet_from: '22:00',
    quiet_to: '06:00',
    quiet_days: ALWAYS,
  }
}

/** Another figure in a form: what does not fit to it starts again. */
export function withFigure(form: OwnAlertForm, figure: Figure, known: Figures): OwnAlertForm {
  const fresh = newForm(figure, known)
  const keepsScope = figure.scopes.includes(form.scope)
  const keepsKind = figure.kinds.includes(form.kind)
  const before = known.figures.find(({ name }) => name === form.figure)
  const keepsSides = before?.is_cost_per_case === figure.is_cost_per_case
  const next: OwnAlertForm = {
    ...form,
    figure: figure.name,
    scope: keepsScope ? form.scope : fresh.scope,
    scope_value: keepsScope ? form.scope_value : fresh.scope_value,
    kind: keepsKind ? form.kind : fresh.kind,
    days: keepsKind ? form.days : fresh.days,
    direction: keepsSides ? form.direction : fresh.direction,
    threshold: '',
  }
  return withKind(next, next.kind, figure)
}

/** Another condition: what costs bring is judged over a few spans only. */
export function withKind(form: OwnAlertForm, kind: Kind, figure: Figure): OwnAlertForm {
  const isSpan = COST_SPANS.some(([days]) => days === form.days)
  const needsSpan = kind === 'outside' && figure.is_cost_per_case && !isSpan
  return { ...form, kind, days: needsSpan ? '7' : form.days }
}

export function formOf(alert: OwnAlert, { unit }: Pick<Figure, 'unit'>): OwnAlertForm {
  return {
    ...alert,
    scope_value: alert.scope_value ?? '',
    threshold: alert.threshold === null ? '' : typedThreshold(alert.threshold, unit),
    days: String(alert.days),
    is_quiet: alert.quiet_days.length > 0,
    quiet_from: alert.quiet_from ?? '22:00',
    quiet_to: alert.quiet_to ?? '06:00',
    quiet_days: alert.quiet_days.length > 0 ? alert.quiet_days : ALWAYS,
  }
}

const PPM_OF_PERCENT = 10_000

function typedThreshold(value: number, unit: Figure['unit']): string {
  if (unit === 'cents') return typedEuros(value)
  if (unit === 'share_ppm') return String(value / PPM_OF_PERCENT).replace('.', ',')
  return String(value)
}

/** What to send, and what cannot be read; everything else the server refuses. */
export function readForm(form: OwnAlertForm, { unit }: Pick<Figure, 'unit'>) {
  const problems: Partial<Record<string, string>> = {}
  const isLimited = form.kind === 'below' || form.kind === 'above'
  const threshold = isLimited ? readThreshold(form.threshold, unit) : null
  if (isLimited && threshold === null) problems.threshold = UNREADABLE[unit]
  const days = germanNumber(form.days)
  if (days === null || !Number.isInteger(days) || days < 1 || days > 90)
    problems.days = 'Bitte geben Sie eine Zahl von 1 bis 90 an.'
  if (form.is_quiet && form.quiet_days.length === 0)
    problems.quiet_days = 'Bitte wählen Sie, an welchen Tagen die Ruhe beginnt.'
  const body: AlertBody = {
    figure: form.figure,
    scope: form.scope,
    scope_value: form.scope === 'all' ? null : form.scope_value,
    kind: form.kind,
    threshold,
    days: days ?? 1,
    direction: form.direction,
    false_alarms: form.false_alarms,
    by_mail: form.by_mail,
    quiet_from: form.is_quiet ? form.quiet_from : null,
    quiet_to: form.is_quiet ? form.quiet_to : null,
    quiet_days: form.is_quiet ? [...form.quiet_days].sort() : [],
  }
  return { body, problems }
}

function readThreshold(text: string, unit: Figure['unit']): number | null {
  const value = germanNumber(text.replace(/\s*(%|€)$/, ''))
  if (value === null || value < 0) return null
  const scale = unit === 'cents' ? 100 : unit === 'share_ppm' ? PPM_OF_PERCENT : 1
  const scaled = value * scale
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : null
}

const UNREADABLE: Record<Figure['unit'], string> = {
  count: 'Bitte geben Sie eine ganze Zahl an, zum Beispiel 10.',
  cents: 'Bitte geben Sie einen Betrag in Euro an, zum Beispiel 250.',
  share_ppm: 'Bitte geben Sie Prozent an, zum Beispiel 60 oder 62,5.',
  days: 'Bitte geben Sie Tage an, zum Beispiel 5.',
}

/** A value in its unit: „1.204“, „12,50 €“, „62,5 %“. */
export function valueWords(value: number, unit: Figure['unit']): string {
  if (unit === 'cents') return formatMoney(value)
  if (unit === 'share_ppm') return formatShare(value / 1_000_000)
  return unit === 'days' ? `${formatNumber(value)}\u00a0Tage` : formatNumber(value)
}

export const STATE_MARKS: Record<OwnAlert['state'], { label: string; shape: Shape }> = {
  open: { label: 'Schlägt an', shape: 'sun' },
  clear: { label: 'In Ordnung', shape: 'full' },
  unknown: { label: 'Noch zu wenig bekannt', shape: 'half' },
  new: { label: 'Noch nicht geprüft', shape: 'half' },
  paused: { label: 'Angehalten', shape: 'diagonal' },
  resting: { label: 'Ruht', shape: 'diagonal' },
  gone: { label: 'Ruht', shape: 'diagonal' },
}
