import type { OwnValue, ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { formatDay } from '@/lib/format'
import { germanNumber } from '@/lib/germanNumber'

/** What the report takes, each with its standard. A list stands for what may be left out. */
export const TAKES: ParameterSpec = {
  own: {
    park: 'ingolstadt',
    package: 'all',
    plan: 'all',
    rate_tenth_ct: [],
    profit_tenth_ct: [],
    years: '20',
    starts_on: [],
    degradation_bp: '0',
    price_path_bp: '0',
    price_basis: 'nominal',
    inflation_bp: '200',
    discount_bp: '0',
    reserved_from: [],
    reserved_to: [],
  },
}

export interface NumberSpec {
  name: string
  label: string
  unit: string
  /** Into how many parts the server divides the unit: 10 for tenths of a cent. */
  parts: number
  /** An example of what can be typed. */
  example: string
  isOptional?: boolean
}

export const RATE: NumberSpec = {
  name: 'rate_tenth_ct',
  label: 'Freier Satz je kWh',
  unit: 'Cent',
  parts: 10,
  example: '6,5',
  isOptional: true,
}
export const PROFIT: NumberSpec = {
  name: 'profit_tenth_ct',
  label: 'Gewinn des Parks je kWh',
  unit: 'Cent',
  parts: 10,
  example: '4,2',
  isOptional: true,
}
export const YEARS: NumberSpec = {
  name: 'years',
  label: 'Rechnen über',
  unit: 'Jahre',
  parts: 1,
  example: '20',
}
export const DEGRADATION: NumberSpec = {
  name: 'degradation_bp',
  label: 'Alterung der Module',
  unit: '% im Jahr',
  parts: 100,
  example: '0,5',
}
export const PRICE_PATH: NumberSpec = {
  name: 'price_path_bp',
  label: 'Preispfad',
  unit: '% im Jahr',
  parts: 100,
  example: '−1,5',
}
export const INFLATION: NumberSpec = {
  name: 'inflation_bp',
  label: 'Inflation',
  unit: '% im Jahr',
  parts: 100,
  example: '2',
}

export const DISCOUNT: NumberSpec = {
  name: 'discount_bp',
  label: 'Zinssatz des Barwerts',
  unit: '% im Jahr',
  parts: 100,
  example: '3,5',
}

/** What stands in the field for a value of the address; what is no whole number stays as it is. */
export function typedOf({ parts }: NumberSpec, value: OwnValue): string {
  const text = typeof value === 'string' ? value : (value[0] ?? '')
  if (!/^-?\d+$/.test(text)) return text
  return String(Number(text) / parts)
    .replace('.', ',')
    .replace('-', '−')
}

/** The value of the address for what was typed, or why there is none. Bounds are the server's. */
export function readTyped(spec: NumberSpec, typed: string): { value: OwnValue } | { why: string } {
  const text = typed.trim()
  if (text === '' && spec.isOptional) return { value: [] }
  const isNegative = /^[-−]/.test(text)
  const number = germanNumber(isNegative ? text.slice(1) : text)
  if (number === null)
    return { why: `Bitte geben Sie eine Zahl ein, zum Beispiel ${spec.example}.` }
  const whole = Math.round(number * spec.parts)
  if (Math.abs(whole - number * spec.parts) > 1e-6) return { why: tooFine(spec.parts) }
  const value = String(isNegative && whole !== 0 ? -whole : whole)
  return { value: spec.isOptional ? [value] : value }
}

function tooFine(parts: number): string {
  if (parts === 1) return 'Bitte geben Sie eine ganze Zahl ein.'
  const digits = parts === 10 ? 'eine Stelle' : 'zwei Stellen'
  return `Bitte geben Sie höchstens ${digits} nach dem Komma ein.`
}

/** The assumptions of a report in a sentence, for paper, where there are no fields. */
export function assumptionWords(parameters: Readonly<Record<string, unknown>>): string {
  const said = (spec: NumberSpec) =>
    `${typedOf(spec, String(parameters[spec.name]))}\u00a0${spec.unit}`
  const isReal = parameters.price_basis === 'real'
  const words = [
    ...(parameters.rate_tenth_ct === null ? [] : [`freier Satz ${said(RATE)}`]),
    ...(parameters.profit_tenth_ct === null ? [] : [`Gewinn des Parks ${said(PROFIT)} je kWh`]),
    `Preispfad ${said(PRICE_PATH)}${isReal ? ' über der Inflation' : ''}`,
    ...(isReal ? [`Inflation ${said(INFLATION)}`] : []),
    `Alterung der Module ${said(DEGRADATION)}`,
    ...(parameters.discount_bp ? [`Barwert zu ${said(DISCOUNT)}`] : []),
    said(YEARS),
  ]
  return `${reservedWords(parameters)}Annahmen: ${words.join(', ')}.`
}

/** „Reservierungen ab 01.07.2026 bis 31.07.2026. “, with a blank behind it; nothing where all count. */
function reservedWords({ reserved_from, reserved_to }: Readonly<Record<string, unknown>>): string {
  const from = reserved_from ? ` ab ${formatDay(String(reserved_from))}` : ''
  const to = reserved_to ? ` bis ${formatDay(String(reserved_to))}` : ''
  return from || to ? `Reservierungen${from}${to}. ` : ''
}

/** `['2027-04-01']` → „04/2027“. */
export function typedMonth(value: OwnValue): string {
  const day = typeof value === 'string' ? value : (value[0] ?? '')
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(day) ?? []
  return year && month ? `${month}/${year}` : day
}

const NO_MONTH = { why: 'Bitte geben Sie Monat und Jahr ein, zum Beispiel 04/2027.' }

/** The month in which credits begin: „4/2027“ or „04.2027“ → `['2027-04-01']`; nothing, so the next, → `[]`. */
export function readMonth(typed: string): { value: string[] } | { why: string } {
  const text = typed.trim()
  if (text === '') return { value: [] }
  const [, month, year] = /^(\d{1,2})\s*[/.]\s*(\d{4})$/.exec(text) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return NO_MONTH
  return { value: [`${year}-${month.padStart(2, '0')}-01`] }
}
