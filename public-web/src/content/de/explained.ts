import { formatCent, formatKwh, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { breakEvenTenths } from '@/lib/offer/credit'
import { paidBreakEvenTenths } from '@/lib/offer/instalments'
import type { SolarPackage, TenthCent } from '@/lib/offer/offer'
import { annual, figures, largest } from './figures'

/** Who pays for twenty years of operation. */
export const operationText =
  'Betrieb, Wartung und Überwachung werden aus den Einnahmen des Parks bezahlt, bevor der Gewinn berechnet wird. Eine Rechnung dafür bekommen Sie nicht.'

/** What the amount is that the formula adds to the price; nobody pays it. */
const extraSource = `Die ${figures.breakEvenExtra} sind eine Rechengröße: die Reservierungsgebühr aus den AGB, die wir im Pilotpark nicht erheben.`

/** The sum behind the years until what is paid for a package is covered, and the specification's formula. */
export function coveredSource(share: SolarPackage, rate: TenthCent): string {
  const { price, annualKwh } = share
  const years = formatTenths(paidBreakEvenTenths({ total: price }, annualKwh, rate))
  const formula = formatTenths(breakEvenTenths(price, annualKwh, rate))
  return `(Paketpreis ${formatShortEuro(price)} + ${figures.setup} Einrichtung) geteilt durch ${annual(share, rate)} Gutschrift im Jahr (${formatKwh(annualKwh)} × ${formatCent(rate)}) = ${years}\u00a0Jahre. Als Formel, mit ${figures.breakEvenExtra} statt der Einrichtung: ${formula}\u00a0Jahre. ${extraSource}`
}

/** The sum behind the range of yearly credits, written out. */
export const creditRangeSource = `${figures.largestPackage}, ${formatKwh(largest.annualKwh)} im Jahr: × ${figures.minimumRate} sind ${figures.leastCredit}, × ${figures.maximumRate} sind ${figures.mostCredit}. Das ist die Gutschrift, der Paketpreis von ${formatShortEuro(largest.price)} ist noch nicht abgezogen.`
