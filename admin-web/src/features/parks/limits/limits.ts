import { germanNumber } from '@/lib/germanNumber'
import type { ParkValues } from '../park'

export interface LimitForm {
  spots: string
  kwh: string
  reason: string
}

export interface LimitProblems {
  spots: string | null
  kwh: string | null
}

/** The form as the server takes it, or what is wrong with each field. An empty kWh field is no limit. */
export function readLimits({ spots, kwh, reason }: LimitForm) {
  const hasKwhLimit = kwh.trim() !== ''
  const spotLimit = wholeNumber(spots)
  const kwhLimit = hasKwhLimit ? wholeNumber(kwh) : null
  const problems: LimitProblems = {
    spots: spotLimit === null ? 'Bitte geben Sie eine ganze Zahl ein, etwa 500.' : null,
    kwh:
      hasKwhLimit && kwhLimit === null
        ? 'Bitte geben Sie eine ganze Zahl ein, etwa 1.000.000, oder lassen Sie das Feld leer.'
        : null,
  }
  if (spotLimit === null || problems.kwh !== null) return { problems, values: null }
  const values: ParkValues = {
    spot_limit: spotLimit,
    kwh_limit: kwhLimit,
    ...(reason.trim() && { reason: reason.trim() }),
  }
  return { problems, values }
}

function wholeNumber(text: string): number | null {
  const number = germanNumber(text)
  return Number.isInteger(number) ? number : null
}
