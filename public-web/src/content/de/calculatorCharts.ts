import {
  formatCent,
  formatEuro,
  formatKwh,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { type PaymentPlan, planOf, type SolarPackage, type TenthCent } from '@/lib/offer/offer'
import { productionModel } from '@/lib/offer/production'
import { annual, cost, costSum, coveredBy, years, yearsDative } from './calculatorWords'
import { figures, figureText } from './figures'

const { term, termDative } = figures
/** Paid at once: what instalments are compared with. */
const once = planOf('one-off')

export const coverText = {
  title: 'Wann ist gedeckt, was Sie zahlen?',
  lead: (rate: TenthCent) =>
    `Jedes Kästchen sind ${formatShortEuro(10_000)} Gutschrift bei ${formatCent(rate)}. Was über die Linie wächst, kommt danach.`,
  drawing: (share: SolarPackage, plan: PaymentPlan, scenarios: readonly { rate: TenthCent }[]) => {
    const parts = scenarios.map(
      ({ rate }) =>
        `bei ${formatCent(rate)} ${formatShortEuro(creditOf(share.annualKwh, rate).total)}, gedeckt nach ${yearsDative(coveredBy(share, plan, rate))}`,
    )
    return `Summe der Gutschriften über ${term} für ${formatKwh(share.annualKwh)} im Jahr gegen ${plan.months === 0 ? 'die Kosten' : `die Kosten mit ${plan.months}\u00a0Raten`} von ${cost(share, plan)}: ${parts.join('; ')}. Alle Werte stehen in der Tabelle darunter.`
  },
  price: ({ months }: PaymentPlan) => (months === 0 ? 'Kosten' : `${months}\u00a0Raten`),
  cost,
  firstYear: 'Jahr 1',
  legendCovered: 'deckt, was Sie zahlen',
  legendAfter: 'kommt danach',
  legendLine: (share: SolarPackage, plan: PaymentPlan) =>
    `Was Sie zahlen: ${costSum(share, plan)} = ${cost(share, plan)}`,
  legendOnce: (share: SolarPackage) =>
    `einmal bezahlt: ${costSum(share, once)} = ${cost(share, once)}`,
  rate: formatCent,
  amount: formatShortEuro,
  short: formatTenths,
  long: years,
  source: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) => {
    const compared =
      plan.months === 0 ? '' : `, einmal bezahlt nach ${yearsDative(coveredBy(share, once, rate))}`
    return `Linie: ${costSum(share, plan)} = ${cost(share, plan)}. Säulen: jedes Jahr ${annual(share, rate)} mehr (${formatKwh(share.annualKwh)} × ${formatCent(rate)}). Sie kreuzen sich nach ${yearsDative(coveredBy(share, plan, rate))}${compared}. ${figureText.caveat}.`
  },
  showTable: 'Als Tabelle zeigen',
  table: {
    caption: (rate: TenthCent) => `Gutschriften in ${termDative} bei ${formatCent(rate)}`,
    year: 'Jahr',
    credit: 'Gutschrift',
    sum: (rate: TenthCent) => `Summe bei ${formatCent(rate)}`,
    open: (share: SolarPackage, plan: PaymentPlan) => `Bis ${cost(share, plan)}`,
    missing: (cents: number) => `noch ${formatShortEuro(cents)}`,
    beyond: (cents: number) => `${formatShortEuro(cents)} darüber`,
    reached: 'genau gedeckt',
  },
} as const

export const monthText = {
  title: (best: string, worst: string) => `Im ${best} mehr, im ${worst} weniger`,
  lead: (share: SolarPackage, rate: TenthCent) =>
    `Die Gutschrift folgt der Sonne. Ein Kästchen ist ${formatShortEuro(100)}, gerechnet mit ${formatKwh(share.annualKwh)} im Jahr und ${formatCent(rate)}.`,
  caveat: `${figureText.caveat}: ein typisches Jahr in ${productionModel.place}. Einzelne Monate und Jahre weichen ab.`,
  average: 'Schnitt',
  amount: formatEuro,
  drawing: (best: string, most: number, worst: string, least: number, average: number) =>
    `Typischer Jahresverlauf der Gutschrift: am meisten im ${best} mit ${formatEuro(most)}, am wenigsten im ${worst} mit ${formatEuro(least)}, im Schnitt ${formatEuro(average)}. Alle Monate stehen in der Tabelle darunter.`,
  source: () => {
    const { place, latitude, longitude, tilt, azimuth, method, sources, computedWith, year } =
      productionModel
    const degrees = (value: number) => `${String(value).replace('.', ',')}°`
    return `Ort: ${place}, ${degrees(latitude)} Nord, ${degrees(longitude)} Ost. Module: ${degrees(tilt)} geneigt, Ausrichtung ${degrees(azimuth)} (Süden ist ${degrees(180)}). Verfahren: ${method}. Quellen: ${sources.join('; ')}. Gerechnet ${year} mit ${computedWith}. Die Anteile der Monate ergeben zusammen das Jahr. Einzelne Monate und Jahre weichen ab.`
  },
  table: {
    caption: (rate: TenthCent) => `Erzeugung und Gutschrift je Monat bei ${formatCent(rate)}`,
    month: 'Monat',
    share: 'Anteil am Jahr',
    kwh: 'Erzeugung',
    credit: 'Gutschrift',
    sum: 'Jahr',
  },
} as const
