import { calculatorPayment, coveredYears, paidFor } from '@/lib/offer/instalments'
import { type Cents, divideHalfUp } from '@/lib/offer/money'
import { type PaymentPlan, type SolarPackage, type TenthCent, termYears } from '@/lib/offer/offer'

/** One year of the term. */
export interface YearOfCredit {
  /** Counted from 1. */
  year: number
  credit: Cents
  /** All credits up to the end of the year. */
  sum: Cents
  /** What the sum lacks to the cost; negative by what it is beyond it. */
  open: Cents
}

/** What the credits have to cover: all that is paid, the set-up included. */
export const costOf = ({ price }: SolarPackage, plan: PaymentPlan): Cents =>
  paidFor(calculatorPayment(price, plan))

/** Tenths of years until the credits reach `costOf`. */
export const coveredTenths = (share: SolarPackage, plan: PaymentPlan, rate: TenthCent): number =>
  coveredYears(share, plan, rate, calculatorPayment).paid

/**
 * The credits of a share year by year. The sums are rounded from the exact value, and each credit
 * is the step between two of them, so that the column adds up.
 */
export function creditYears(
  share: SolarPackage,
  plan: PaymentPlan,
  rate: TenthCent,
): YearOfCredit[] {
  const cost = costOf(share, plan)
  const sumAfter = (year: number) => divideHalfUp(share.annualKwh * rate * year, 10)
  return Array.from({ length: termYears }, (_, index) => {
    const sum = sumAfter(index + 1)
    return { year: index + 1, credit: sum - sumAfter(index), sum, open: cost - sum }
  })
}
