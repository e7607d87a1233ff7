import { formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { breakEvenTenths, creditOf } from '@/lib/offer/credit'
import { calculatorPayment, coveredYears } from '@/lib/offer/instalments'
import { fees, type PaymentPlan, type SolarPackage, type TenthCent } from '@/lib/offer/offer'
import { figures } from './figures'

const { breakEvenExtra, setup } = figures

export const years = (tenths: number) => `${formatTenths(tenths)}\u00a0Jahre`
export const yearsDative = (tenths: number) => `${years(tenths)}n`
export const costOnce = ({ price }: SolarPackage) => formatShortEuro(price + fees.breakEvenExtra)
/** What the line of the chart stands for: by instalments what is really paid. */
export function cost(share: SolarPackage, plan: PaymentPlan): string {
  if (plan.months === 0) return costOnce(share)
  return formatShortEuro(calculatorPayment(share.price, plan).total + fees.setup)
}
/** The sum behind it, written out. */
export function costSum(share: SolarPackage, plan: PaymentPlan): string {
  if (plan.months === 0) return `${formatShortEuro(share.price)} Paketpreis + ${breakEvenExtra}`
  const { total } = calculatorPayment(share.price, plan)
  return `${formatShortEuro(total)} Summe der Raten + ${setup} Einrichtung`
}
/** Tenths of years until the line is reached. */
export function coveredBy(share: SolarPackage, plan: PaymentPlan, rate: TenthCent): number {
  const { once, paid } = coveredYears(share, plan, rate, calculatorPayment)
  return plan.months === 0 ? once : paid
}
export const annual = ({ annualKwh }: SolarPackage, rate: TenthCent) =>
  formatShortEuro(creditOf(annualKwh, rate).annual)

/** Years until this price is covered by the credits of a share. */
export const covered = (
  { annualKwh }: SolarPackage,
  rate: TenthCent,
  price: number,
  extra?: number,
) => breakEvenTenths(price, annualKwh, rate, extra)
