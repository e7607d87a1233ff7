import market from '@offer/market_value.json'
import { type Cents, divideHalfUp } from './money'
import type { TenthCent } from './offer'

/** What solar power was worth at the exchange in a year, in thousandths of a cent per kWh. */
export interface MarketYear {
  year: number
  value: number
}

export const marketYears: readonly MarketYear[] = market.years.map(({ year, thousandth_ct }) => ({
  year,
  value: thousandth_ct,
}))

export const marketSources = Object.values(market.sources)
export const marketReadOn = market.read_on

/** What a share would have brought in a year at its market value. */
export const marketCredit = (annualKwh: number, { value }: MarketYear): Cents =>
  divideHalfUp(annualKwh * value, 1000)

/** A credit rate beside the market value of all years of which that is known. */
export interface RateBesideMarket {
  /** In how many years the rate lay above it. */
  yearsAbove: number
  /** What the rate would have brought in all of them. */
  credits: Cents
  /** What the market value would have brought. */
  market: Cents
}

/** @param annualKwh expected output, taken to be the same each year */
export function besideMarket(annualKwh: number, rate: TenthCent): RateBesideMarket {
  return {
    yearsAbove: marketYears.filter(({ value }) => rate * 100 > value).length,
    credits: divideHalfUp(annualKwh * rate * marketYears.length, 10),
    market: divideHalfUp(
      marketYears.reduce((sum, { value }) => sum + annualKwh * value, 0),
      1000,
    ),
  }
}
