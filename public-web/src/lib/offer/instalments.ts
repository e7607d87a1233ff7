import { type Cents, divideHalfUp } from './money'
import type { PaymentPlan } from './offer'

/** A package paid by a plan. For the one-off payment `instalment` and `last` are the price. */
export interface Payment {
  /** Number of instalments; 0 for the one-off payment. */
  months: number
  total: Cents
  instalment: Cents
  /** The last instalment takes the rest, so that all instalments add up to the total. */
  last: Cents
  surcharge: Cents
  /** Effective annual rate in hundredths of a per cent: 581 means 5.81 %. */
  effectiveRate: number
}

/**
 * The plan as the reservation shows it, and the binding figures: price × 1.06 or × 1.20, rounded
 * to whole euros.
 */
export function reservationPayment(price: Cents, plan: PaymentPlan): Payment {
  const percent = 100 + plan.summarySurchargePercent
  const total = divideHalfUp(price * percent, 100 * 100) * 100
  return split(price, total, plan.months, percent / 100)
}

/** The plan as the credit calculator shows it: price × 1.03² or × 1.05⁴, to the cent. */
export function calculatorPayment(price: Cents, plan: PaymentPlan): Payment {
  const years = plan.months / 12
  const percent = (100 + plan.nominalPercent) ** years
  const total = divideHalfUp(price * percent, 100 ** years)
  return split(price, total, plan.months, percent / 100 ** years)
}

function split(price: Cents, total: Cents, months: number, factor: number): Payment {
  const count = Math.max(months, 1)
  const instalment = divideHalfUp(total, count)
  return {
    months,
    total,
    instalment,
    last: total - instalment * (count - 1),
    surcharge: total - price,
    effectiveRate: effectiveRate(factor, months),
  }
}

/**
 * The yearly rate, in hundredths of a per cent, at which `months` equal payments of
 * `factor / months` are worth 1 today, the first one after a month. It is the rate of the formula:
 * rounding a total to whole euros moves a package's own rate by up to 0.02 points.
 *
 * Bisection: the present value falls as the rate rises, so halving always ends at the root.
 */
function effectiveRate(factor: number, months: number): number {
  if (months === 0) return 0
  const payment = factor / months
  const presentValue = (rate: number) => (payment * (1 - (1 + rate) ** -months)) / rate
  let low = 1e-12
  let high = 1
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (presentValue(middle) > 1) low = middle
    else high = middle
  }
  return Math.round(((1 + low) ** 12 - 1) * 10_000)
}
