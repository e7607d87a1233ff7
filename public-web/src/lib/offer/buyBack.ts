import { type Cents, divideHalfUp } from './money'
import { creditRate, termYears } from './offer'

/** What the example assumes. No contract names a price, nor how it is found. */
export const buyBackExample = {
  /** Per cent by which credits are worth less for each year until they come. */
  discountPercent: 5,
  years: [1, 5, 10, 15],
} as const

export interface BuyBack {
  /** Credits until the sale. */
  credits: Cents
  /** What the credits that are left are worth then. */
  price: Cents
}

/**
 * A share sold so many years after its first credit: what it has brought, and its remaining monthly
 * credits at the contract's minimum, each discounted from the end of its month.
 *
 * @param annualKwh expected output, taken to be the same each year
 */
export function buyBack(annualKwh: number, years: number): BuyBack {
  const monthly = (annualKwh * creditRate.minimum) / 120
  const growth = (1 + buyBackExample.discountPercent / 100) ** (1 / 12)
  const monthsLeft = (termYears - years) * 12
  const worth = (monthly * (1 - growth ** -monthsLeft)) / (growth - 1)
  return {
    credits: divideHalfUp(annualKwh * creditRate.minimum * years, 10),
    price: Math.round(worth),
  }
}
