import { coveredTenths } from './credit'
import { type Cents, divideHalfUp } from './money'
import { fees, type PaymentPlan, type SolarPackage, type TenthCent } from './offer'

/** A package paid by a plan. For the one-off payment `instalment` and `last` are the price. */
export interface Payment {
  /** Number of instalments; 0 for the one-off payment. */
  months: number
  total: Cents
  instalment: Cents
  /** The last instalment takes the rest, so that all instalments add up to the total. */
  last: Cents
  surcharge: Cents
  /** Effective annual rate of exactly these instalments, in hundredths of a per cent: 581 is 5.81 %. */
  effectiveRate: number
}

/**
 * The plan as the reservation shows it, and the binding figures: price × 1.06 or × 1.20, rounded
 * to whole euros.
 */
export function reservationPayment(price: Cents, plan: PaymentPlan): Payment {
  const percent = 100 + plan.summarySurchargePercent
  const total = divideHalfUp(price * percent, 100 * 100) * 100
  return split(price, total, plan.months)
}

/** The plan as the credit calculator shows it: price × 1.03² or × 1.05⁴, to the cent. */
export function calculatorPayment(price: Cents, plan: PaymentPlan): Payment {
  const years = plan.months / 12
  const percent = (100 + plan.nominalPercent) ** years
  const total = divideHalfUp(price * percent, 100 ** years)
  return split(price, total, plan.months)
}

function split(price: Cents, total: Cents, months: number): Payment {
  const count = Math.max(months, 1)
  const instalment = divideHalfUp(total, count)
  const last = total - instalment * (count - 1)
  return {
    months,
    total,
    instalment,
    last,
    surcharge: total - price,
    effectiveRate: months === 0 ? 0 : effectiveRate(price, instalment, last, count),
  }
}

/** All that a household pays for a package: the total of its plan and the set-up. */
export const paidFor = ({ total }: Pick<Payment, 'total'>): Cents => total + fees.setup

/** Tenths of years until the credits have paid that back, half up. */
export const paidBreakEvenTenths = (
  payment: Pick<Payment, 'total'>,
  annualKwh: number,
  rate: TenthCent,
): number => coveredTenths(paidFor(payment), annualKwh, rate)

/** Tenths of years until all that is paid has come back. */
export interface CoveredYears {
  /** Paid at once, which instalments are compared with. */
  once: number
  /** By the plan. */
  paid: number
  payment: Payment
}

/** After how many years a package is covered, by the plan as the reservation or the calculator has it. */
export function coveredYears(
  { price, annualKwh }: SolarPackage,
  plan: PaymentPlan,
  rate: TenthCent,
  pay: typeof reservationPayment = reservationPayment,
): CoveredYears {
  const payment = pay(price, plan)
  return {
    once: paidBreakEvenTenths({ total: price }, annualKwh, rate),
    paid: paidBreakEvenTenths(payment, annualKwh, rate),
    payment,
  }
}

/**
 * The yearly rate, in hundredths of a per cent, at which the instalments, the first one after a
 * month, are worth the price today.
 *
 * Bisection: the present value falls as the rate rises, so halving always ends at the root.
 */
function effectiveRate(price: Cents, instalment: Cents, last: Cents, count: number): number {
  const presentValue = (rate: number) =>
    (instalment * (1 - (1 + rate) ** (1 - count))) / rate + last * (1 + rate) ** -count
  let low = 1e-12
  let high = 1
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (presentValue(middle) > price) low = middle
    else high = middle
  }
  return Math.round(((1 + low) ** 12 - 1) * 10_000)
}
