import { formatDay, formatMoment } from '@/lib/format'
import { MEASURE_KINDS } from '@/lib/kinds.gen'
import { packageName, planName } from '@/lib/reservationWords'
import { isState, stateWords } from '@/lib/states'
import {
  CHANNEL_GROUPS,
  CHANNELS,
  DEVICES,
  FIELD_LABELS,
  MODELS,
  STEPS,
  VERDICTS,
} from '../parameters/words'

const NAMES = {
  day: formatDay,
  month: (month: string) => months.format(new Date(`${month.slice(0, 7)}-15T12:00:00Z`)),
  moment: formatMoment,
  text: named,
  field: (name: string) => FIELD_LABELS[name] ?? named(name),
  channel: (name: string) => CHANNELS[name] ?? named(name),
  channel_group: (name: string) => CHANNEL_GROUPS[name] ?? named(name),
  device: (name: string) => DEVICES[name] ?? named(name),
  model: (name: string) => MODELS[name] ?? named(name),
  step: (name: string) => STEPS[name] ?? named(name),
  verdict: (name: string) => VERDICTS[name] ?? named(name),
  state: (name: string) => (isState(name) ? stateWords(name) : named(name)),
  package: (kwh: string) => packageName(Number(kwh)),
  plan: planName,
  flag: (value: string) => (value === 'true' ? 'ja' : 'nein'),
  id: named,
} as const

export type MeasureKind = keyof typeof MEASURE_KINDS
export type Kind = MeasureKind | keyof typeof NAMES

const isName = (kind: string): kind is keyof typeof NAMES => kind in NAMES

/** What cannot be known. */
export const UNKNOWN = '–'
/** What a dash of costs means: none were entered, which is not 0 €. */
export const NO_COSTS = 'keine Kosten eingetragen'
/** A touch without this field. */
export const WITHOUT = 'ohne Angabe'

export const isMeasure = (kind: string): kind is MeasureKind => kind in MEASURE_KINDS

/** A value as it is read: „12,35“, „3,4 %“, „1.299,00 €“, „ohne Angabe“, „–“. */
export function formatCell(kind: string, value: unknown): string {
  if (value === null || value === undefined) return UNKNOWN
  if (isMeasure(kind)) return formatMeasure(kind, Number(value))
  return (isName(kind) ? NAMES[kind] : named)(String(value))
}

/** A whole number divided by another, half away from zero. */
export function rounded(value: number, divisor: number): number {
  const whole = Math.floor((2 * Math.abs(value) + divisor) / (2 * divisor))
  return value < 0 && whole > 0 ? -whole : whole
}

/** Made once for each number of decimals: to make one costs more than to format a hundred numbers. */
const FIXED: Intl.NumberFormat[] = []
function fixed(decimals: number): Intl.NumberFormat {
  FIXED[decimals] ??= new Intl.NumberFormat('de-DE', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return FIXED[decimals]
}

/** The division for the eye is exact and rounds half away from zero; 18 contracts are not 18,00. */
function formatMeasure(kind: MeasureKind, value: number): string {
  const { parts, decimals, isTrimmed, unit } = MEASURE_KINDS[kind]
  const power = 10 ** decimals
  const shown = rounded(value, parts / power) / power
  const number = fixed(isTrimmed && Number.isInteger(shown) ? 0 : decimals).format(shown)
  return unit ? `${number}\u00a0${unit}` : number
}

function named(value: string): string {
  return value === '' ? WITHOUT : value
}

const months = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  month: 'long',
  year: 'numeric',
})
