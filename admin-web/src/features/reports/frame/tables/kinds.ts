import { formatDay, formatKwh, formatMoment, formatMoney, formatNumber } from '@/lib/format'
import { packageName, planName } from '@/lib/reservationWords'
import { isState, stateWords } from '@/lib/states'
import { CHANNELS, FIELD_LABELS, MODELS, STEPS } from '../parameters/words'

/**
 * How each kind of column is read by people. Figures come as whole numbers: cents, kWh, millionths,
 * thousandths, tenths; the division for the eye is exact and rounds half away from zero.
 */
const MEASURES = {
  count: (value: number) => formatNumber(value),
  /** Millionths of a piece: a reservation that several campaigns share. */
  ppm: (value: number) => decimals(value, 1_000_000, 2),
  /** Millionths of one. */
  share_ppm: (value: number) => `${decimals(value, 10_000, 1)}\u00a0%`,
  cents: formatMoney,
  kwh: formatKwh,
  kwh_ppm: (value: number) => `${decimals(value, 1_000_000, 2)}\u00a0kWh`,
  cents_ppm: (value: number) => formatMoney(rounded(value, 1_000_000)),
  /** Thousandths of a cent, for what a kWh costs. */
  milli_ct: (value: number) => `${decimals(value, 1000, 3)}\u00a0ct`,
  tenths: (value: number) => decimals(value, 10, 1),
} as const

const NAMES = {
  day: formatDay,
  month: (month: string) => months.format(new Date(`${month.slice(0, 7)}-15T12:00:00Z`)),
  moment: formatMoment,
  text: named,
  field: (name: string) => FIELD_LABELS[name] ?? named(name),
  channel: (name: string) => CHANNELS[name] ?? named(name),
  model: (name: string) => MODELS[name] ?? named(name),
  step: (name: string) => STEPS[name] ?? named(name),
  state: (name: string) => (isState(name) ? stateWords(name) : named(name)),
  package: (kwh: string) => packageName(Number(kwh)),
  plan: planName,
  flag: (value: string) => (value === 'true' ? 'ja' : 'nein'),
  id: named,
} as const

export type MeasureKind = keyof typeof MEASURES
export type Kind = MeasureKind | keyof typeof NAMES

const isName = (kind: string): kind is keyof typeof NAMES => kind in NAMES

/** What cannot be known. */
export const UNKNOWN = '–'
/** What a dash of costs means: none were entered, which is not 0 €. */
export const NO_COSTS = 'keine Kosten eingetragen'
/** A touch without this field. */
export const WITHOUT = 'ohne Angabe'

export const isMeasure = (kind: string): kind is MeasureKind => kind in MEASURES

/** A value as it is read: „12,35“, „3,4 %“, „1.299,00 €“, „ohne Angabe“, „–“. */
export function formatCell(kind: string, value: unknown): string {
  if (value === null || value === undefined) return UNKNOWN
  if (isMeasure(kind)) return MEASURES[kind](Number(value))
  return (isName(kind) ? NAMES[kind] : named)(String(value))
}

/** A whole number divided by another, half away from zero. */
export function rounded(value: number, divisor: number): number {
  const whole = Math.floor((2 * Math.abs(value) + divisor) / (2 * divisor))
  return value < 0 && whole > 0 ? -whole : whole
}

function decimals(value: number, divisor: number, digits: number): string {
  const power = 10 ** digits
  return new Intl.NumberFormat('de-DE', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(rounded(value * power, divisor) / power)
}

function named(value: string): string {
  return value === '' ? WITHOUT : value
}

const months = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  month: 'long',
  year: 'numeric',
})
