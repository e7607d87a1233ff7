import { creditOf } from './credit'
import { reservationPayment } from './instalments'
import { type Cents, divideHalfUp } from './money'
import { creditRate, fees, type PaymentPlan, type SolarPackage } from './offer'

/** What the block of money is computed from; the server's answers about a share have members of the same names. */
export interface MoneyFigures {
  package: string
  annual_kwh: number
  price_cents: Cents
  plan_months: number
  plan_total_cents: Cents
  instalment_cents: Cents
  last_instalment_cents: Cents
  nominal_interest_bp: number
  effective_interest_bp: number
  setup_fee_cents: Cents
  least_annual_cents: Cents
}

/** The figures of a package by a plan of the reservation. */
export function figuresOf(share: SolarPackage, plan: PaymentPlan): MoneyFigures {
  const { total, instalment, last, effectiveRate } = reservationPayment(share.price, plan)
  return {
    package: share.name,
    annual_kwh: share.annualKwh,
    price_cents: share.price,
    plan_months: plan.months,
    plan_total_cents: total,
    instalment_cents: instalment,
    last_instalment_cents: last,
    nominal_interest_bp: plan.nominalPercent * 100,
    effective_interest_bp: effectiveRate,
    setup_fee_cents: fees.setup,
    least_annual_cents: creditOf(share.annualKwh, creditRate.minimum).annual,
  }
}

type Offered = Pick<MoneyFigures, 'package' | 'annual_kwh' | 'price_cents' | 'least_annual_cents'>

/** The figures of an offered package, paid at once: the plan is chosen with the answer. */
export const offeredFigures = (offer: Offered): MoneyFigures => ({
  ...offer,
  plan_months: 0,
  plan_total_cents: offer.price_cents,
  instalment_cents: offer.price_cents,
  last_instalment_cents: offer.price_cents,
  nominal_interest_bp: 0,
  effective_interest_bp: 0,
  setup_fee_cents: fees.setup,
})

/** Tenths of years until the credits at the contract's minimum come to an amount. */
export const tenthsFor = (amount: Cents, of: MoneyFigures): number =>
  divideHalfUp(amount * 10, of.least_annual_cents)
