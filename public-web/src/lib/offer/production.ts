import production from '@offer/production.json'
import { creditOf } from './credit'
import type { Cents } from './money'
import { parks, type TenthCent } from './offer'

/** How the yield of the park spreads over the year, and what that was computed with. */
export const productionModel = {
  place: parks.find(({ id }) => id === production.park)?.location ?? production.park,
  latitude: production.latitude,
  longitude: production.longitude,
  tilt: production.tilt_degrees,
  azimuth: production.azimuth_degrees,
  method: production.method,
  sources: production.sources,
  computedWith: production.computed_with,
  year: production.year,
} as const

/** Share of each month in hundredths of a per cent, January first; together 10,000. */
export const monthlyShares: readonly number[] = production.monthly_share_percent.map((percent) =>
  Math.round(percent * 100),
)

/** What a share is expected to bring in each month, January first. */
export interface MonthlySeries {
  kwh: readonly number[]
  credit: readonly Cents[]
}

/**
 * The expected months of a share. Their whole kWh and cents add up exactly to those of the year.
 *
 * @param annualKwh expected output of the share in kWh a year
 * @param rate credit per kWh in tenths of a cent
 */
export function monthlySeries(annualKwh: number, rate: TenthCent): MonthlySeries {
  return {
    kwh: apportion(annualKwh, monthlyShares),
    credit: apportion(creditOf(annualKwh, rate).annual, monthlyShares),
  }
}

/**
 * Splits a whole number by weights into whole numbers that add up to it, by the largest remainder;
 * among equal remainders the earlier one gains.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0)
  const parts = weights.map((weight) => Math.floor((total * weight) / sum))
  const missing = total - parts.reduce((before, part) => before + part, 0)
  const remainder = (index: number) => (total * (weights[index] ?? 0)) % sum
  const gaining = weights
    .map((_, index) => index)
    .sort((one, other) => remainder(other) - remainder(one) || one - other)
    .slice(0, missing)
  return parts.map((part, index) => (gaining.includes(index) ? part + 1 : part))
}
