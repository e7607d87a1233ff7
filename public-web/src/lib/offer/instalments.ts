import { type Cents, divideHalfUp } from './money'
import type { PaymentPlan } from './offer'

/** A package paid by a plan. For the one-off payment `instalment` and `last` are the price. */
export interface Payment {
  months: number
  total: Cents
  instalment: Cents
  /** The last instalment takes the rest, so that all instalments add up to the total. */
  last: Cents
  surcharge: Cents
  /** Effective annual rate in hundredths of a per cent: 581 means 5.81 %. */
  effectiveRate: number
}

/** The plan as the reservation shows it: price × 1.06 or × 1.20, rounded to whole euros. */
export function reservationPayment(price: Cents, plan: PaymentPlan): Payment {
  const euros = divideHalfUp(price * (100 + plan.summarySurchargePercent), 100 * 100)
  return split(price, plan.months === 0 ? price : euros * 100, plan.months)
}

/** The plan as the credit calculator shows it: price × 1.03² or × 1.05⁴, to the cent. */
export function calculatorPayment(price: Cents, plan: PaymentPlan): Payment {
  const years = plan.months / 12
  const grown = price * (100 + plan.nominalPercent) ** years
  return split(price, divideHalfUp(grown, 100 ** years), plan.months)
}

function split(price: Cents, total: Cents, months: number): Payment {
  if (months === 0) {
    return { months, total, instalment: total, last: total, surcharge: 0, effectiveRate: 0 }
  }
  const instalment = divideHalfUp(total, months)
  const last = total - instalment * (months - 1)
  const monthly = monthlyRate(price, instalment, last, months)
  return {
    months,
    total,
    instalment,
    last,
    surcharge: total - price,
    effectiveRate: Math.round(((1 + monthly) ** 12 - 1) * 10_000),
  }
}

/**
 * The monthly rate at which the instalments, paid at the end of each month, are worth the cash
 * price today. Bisection: the present value falls with the rate, so one root lies in between, and
 * sixty halvings are far below a hundredth of a per cent.
 */
function monthlyRate(price: Cents, instalment: Cents, last: Cents, months: number): number {
  let low = 0
  let high = 0.1
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2
    if (presentValue(rate, instalment, last, months) > price) low = rate
    else high = rate
  }
  return (low + high) / 2
}

function presentValue(rate: number, instalment: Cents, last: Cents, months: number): number {
  const discount = 1 / (1 + rate)
  let factor = 1
  let value = 0
  for (let month = 1; month < months; month += 1) {
    factor *= discount
    value += instalment * factor
  }
  return value + last * factor * discount
}
