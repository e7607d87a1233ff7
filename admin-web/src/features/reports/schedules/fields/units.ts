import { isMeasure, type MeasureKind } from '@/features/reports/frame/tables/kinds'
import { germanNumber } from '@/lib/germanNumber'
import { MEASURE_KINDS } from '@/lib/kinds.gen'

/** What the empty field suggests. */
const EXAMPLES: Record<MeasureKind, string> = {
  count: '10',
  ppm: '2,5',
  share_ppm: '2,5',
  cents: '150',
  kwh: '2.000',
  kwh_ppm: '2.000',
  cents_ppm: '150',
  milli_ct: '6,5',
  tenths: '13,5',
}

interface Unit {
  /** Whole parts of the server in one of what people count. */
  parts: number
  /** Shown behind the number. */
  unit: string
  example: string
}

export function unitOf(kind: string): Unit {
  const known = isMeasure(kind) ? kind : 'count'
  return { ...MEASURE_KINDS[known], example: EXAMPLES[known] }
}

/** What stands in the field for a value of the server. */
export const typedFigure = (kind: string, value: number | null): string =>
  value === null
    ? ''
    : String(value / unitOf(kind).parts)
        .replace('.', ',')
        .replace('-', '−')

/** The server's value for what was typed; `null` for what is no number. */
export function readFigure(kind: string, typed: string): number | null {
  const text = typed.replace(/[\s%€]|kWh|Cent|ct/g, '')
  const isNegative = /^[-−]/.test(text)
  const number = germanNumber(isNegative ? text.slice(1) : text)
  if (number === null) return null
  const whole = Math.round(number * unitOf(kind).parts)
  return isNegative && whole !== 0 ? -whole : whole
}
