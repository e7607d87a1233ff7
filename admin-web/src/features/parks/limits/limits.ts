import { formatKwh, formatNumber } from '@/lib/format'
import { germanNumber } from '@/lib/germanNumber'
import type { EditKind, Problems } from '@/ui/form/versions'
import type { Park } from '@/ui/park/capacity'
import type { ParkValues } from '../park'
import { fieldLabel } from '../park'

export interface LimitForm {
  spot_limit: string
  kwh_limit: string
}

/** The form as the server takes it, or what is wrong with each field. An empty kWh field is no limit. */
export function readLimits({ spot_limit, kwh_limit }: LimitForm): {
  values: ParkValues
  problems: Problems
} {
  const spots = wholeNumber(spot_limit)
  const kwh = kwh_limit.trim() === '' ? null : wholeNumber(kwh_limit)
  const problems: Record<string, string> = {}
  if (spots === null) problems.spot_limit = 'Bitte geben Sie eine ganze Zahl ein, etwa 500.'
  if (kwh === null && kwh_limit.trim())
    problems.kwh_limit =
      'Bitte geben Sie eine ganze Zahl ein, etwa 1.000.000, oder lassen Sie das Feld leer.'
  const values: ParkValues = {
    ...(spots !== null && { spot_limit: spots }),
    kwh_limit: kwh,
  }
  return { values, problems }
}

function wholeNumber(text: string): number | null {
  const number = germanNumber(text)
  return Number.isInteger(number) ? number : null
}

/** How the limits of a park are edited. */
export const LIMITS: EditKind<Park, LimitForm & { reason: string }, ParkValues> = {
  formOf: ({ spot_limit, kwh_limit }) => ({
    spot_limit: String(spot_limit),
    kwh_limit: String(kwh_limit ?? ''),
    reason: '',
  }),
  read({ reason, ...limits }) {
    const { values, problems } = readLimits(limits)
    return { values: { ...values, reason: reason.trim() }, problems }
  },
  labels: { spot_limit: fieldLabel('spot_limit'), kwh_limit: fieldLabel('kwh_limit') },
  show: (name, { spot_limit, kwh_limit }) =>
    name === 'spot_limit'
      ? formatNumber(spot_limit ?? 0)
      : kwh_limit
        ? formatKwh(kwh_limit)
        : 'keine',
  what: 'diesen Park',
}
