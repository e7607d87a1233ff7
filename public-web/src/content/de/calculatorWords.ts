import { formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { breakEvenTenths, creditOf } from '@/lib/offer/credit'
import { calculatorPayment, coveredYears, paidFor } from '@/lib/offer/instalments'
import type { PaymentPlan, SolarPackage, TenthCent } from '@/lib/offer/offer'
import { figures } from './figures'

export const years = (tenths: number) => `${formatTenths(tenths)}\u00a0Jahre`
export const yearsDative = (tenths: number) => `${years(tenths)}n`
/** What the line of the chart stands for: all that is paid. */
export const cost = ({ price }: SolarPackage, plan: PaymentPlan): string =>
  formatShortEuro(paidFor(calculatorPayment(price, plan)))
/** The sum behind it, written out. */
export function costSum({ price }: SolarPackage, plan: PaymentPlan): string {
  const what = plan.months === 0 ? 'Paketpreis' : 'Summe der Raten'
  return `${formatShortEuro(calculatorPayment(price, plan).total)} ${what} + ${figures.setup} Einrichtung`
}
/** Tenths of years until the line is reached. */
export const coveredBy = (share: SolarPackage, plan: PaymentPlan, rate: TenthCent): number =>
  coveredYears(share, plan, rate, calculatorPayment).paid
export const annual = ({ annualKwh }: SolarPackage, rate: TenthCent) =>
  formatShortEuro(creditOf(annualKwh, rate).annual)
/** The specification's formula, written out; nobody pays its 50 €. */
export const formula = (share: SolarPackage, rate: TenthCent): string =>
  `Als Formel, mit ${figures.breakEvenExtra} statt der Einrichtung: (${formatShortEuro(share.price)} + ${figures.breakEvenExtra}) geteilt durch ${annual(share, rate)} = ${years(breakEvenTenths(share.price, share.annualKwh, rate))}; die ${figures.breakEvenExtra} zahlen Sie nicht.`
