import { isMeasure, type MeasureKind } from '@/features/reports/frame/tables/kinds'
import { germanNumber } from '@/lib/germanNumber'

interface Unit {
  /** Into how many parts the server divides what people count. */
  parts: number
  /** Behind the number. */
  words: string
  example: string
}

/** How people count what comes as whole small parts. */
const UNITS: Record<MeasureKind, Unit> = {
  count: { parts: 1, words: '', example: '10' },
  ppm: { parts: 1_000_000, words: '', example: '2,5' },
  share_ppm: { parts: 10_000, words: '%', example: '2,5' },
  cents: { parts: 100, words: '€', example: '150' },
  kwh: { parts: 1, words: 'kWh', example: '2.000' },
  kwh_ppm: { parts: 1_000_000, words: 'kWh', example: '2.000' },
  cents_ppm: { parts: 100_000_000, words: '€', example: '150' },
  milli_ct: { parts: 1000, words: 'Cent', example: '6,5' },
  tenths: { parts: 10, words: '', example: '13,5' },
}

export const unitOf = (kind: string): Unit => (isMeasure(kind) ? UNITS[kind] : UNITS.count)

/** What stands in the field for a value of the server. */
export const typedFigure = (kind: string, value: number | null): string =>
  value === null
    ? ''
    : String(value / unitOf(kind).parts)
        .replace('.', ',')
        .replace('-', '−')

/** The server's value for what was typed; `null` for what is no number. */
export function readFigure(kind: string, typed: string): number | null {
  const text = typed.replace(/[\s%€]|kWh|Cent/g, '')
  const isNegative = /^[-−]/.test(text)
  const number = germanNumber(isNegative ? text.slice(1) : text)
  if (number === null) return null
  const whole = Math.round(number * unitOf(kind).parts)
  return isNegative && whole !== 0 ? -whole : whole
}
