import {
  formatCent,
  formatEuro,
  formatInteger,
  formatKwh,
  formatRate,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { breakEvenTenths, creditOf } from '@/lib/offer/credit'
import { calculatorPayment, coveredYears, reservationPayment } from '@/lib/offer/instalments'
import {
  fees,
  type PaymentPlan,
  paymentPlans,
  type SolarPackage,
  type TenthCent,
} from '@/lib/offer/offer'
import { productionModel } from '@/lib/offer/production'
import { cardText, figures, figureText } from './figures'

const { minimumRate, term, termDative, breakEvenExtra, setup, free } = figures

const years = (tenths: number) => `${formatTenths(tenths)}\u00a0Jahre`
const yearsDative = (tenths: number) => `${years(tenths)}n`
const costOnce = ({ price }: SolarPackage) => formatShortEuro(price + fees.breakEvenExtra)
/** What the line of the chart stands for: by instalments what is really paid. */
function cost(share: SolarPackage, plan: PaymentPlan): string {
  if (plan.months === 0) return costOnce(share)
  return formatShortEuro(calculatorPayment(share.price, plan).total + fees.setup)
}
/** The sum behind it, written out. */
function costSum(share: SolarPackage, plan: PaymentPlan): string {
  if (plan.months === 0) return `${formatShortEuro(share.price)} Paketpreis + ${breakEvenExtra}`
  const { total } = calculatorPayment(share.price, plan)
  return `${formatShortEuro(total)} Summe der Raten + ${setup} Einrichtung`
}
function coveredBy(share: SolarPackage, plan: PaymentPlan, rate: TenthCent): number {
  const { once, paid } = coveredYears(share, plan, rate, calculatorPayment)
  return plan.months === 0 ? once : paid
}
const annual = ({ annualKwh }: SolarPackage, rate: TenthCent) =>
  formatShortEuro(creditOf(annualKwh, rate).annual)

/** Years until this price is covered by the credits of a share. */
const covered = ({ annualKwh }: SolarPackage, rate: TenthCent, price: number, extra?: number) =>
  breakEvenTenths(price, annualKwh, rate, extra)

export const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const

export const calculatorText = {
  title: 'Solar Gutschriftsrechner',
  lead: 'Wählen Sie Paket und Zahlung. Alles andere rechnen wir Ihnen vor, mit Rechenweg.',
  noScript: `Zum Umstellen braucht der Rechner JavaScript. Ohne JavaScript sehen Sie hier das Beispiel Standard, einmal bezahlt, vollständig mit allen Tabellen.`,
  packageLegend: 'Paket',
  packageDetail: ({ annualKwh, price }: SolarPackage) =>
    `${formatKwh(annualKwh)}, ${formatShortEuro(price)}`,
  planLegend: 'Zahlung',
  once: 'Einmal',
  onceDetail: formatEuro,
  planDetail: (total: number, effective: number) =>
    `${formatEuro(total)}, effektiv\u00a0${formatRate(effective)}`,
  printed: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) =>
    `Paket ${share.calculatorName}, ${formatKwh(share.annualKwh)} im Jahr erwartet, Preis ${formatShortEuro(share.price)}. ${plan.months === 0 ? 'Einmal bezahlt' : `In ${plan.months}\u00a0Raten bezahlt`}. Tabellen mit ${formatCent(rate)} je kWh.`,
} as const

const conditions: Record<string, string> = {
  conservative: 'das Minimum laut Vertrag',
  realistic: 'unsere mittlere Annahme',
  optimistic: 'wenn der Park besser verdient',
}

export const sheetText = {
  title: 'Drei Szenarien',
  legend: 'Welchem Szenario folgen die Diagramme?',
  corner: 'Die Diagramme weiter unten folgen dem gewählten Szenario.',
  condition: (id: string) => conditions[id] ?? '',
  rowsOf: ({ months }: PaymentPlan) => [
    'Im Monat, im Schnitt',
    'Im Jahr',
    `In ${termDative}`,
    ...(months === 0
      ? ['Preis gedeckt nach']
      : [`Mit Ihren ${months}\u00a0Raten gedeckt nach`, 'Einmal bezahlt']),
    `Die ${term}`,
  ],
  rate: formatCent,
  years: yearsDative,
  caveat: `${figureText.caveat}. Ein Kästchen ist ein Jahr: grün, bis der Preis gedeckt ist, danach gelb. Der Ertrag schwankt mit Wetter und Jahr.`,
  source: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) => {
    const credit = creditOf(share.annualKwh, rate)
    const formula = covered(share, rate, share.price)
    const withSetup = covered(share, rate, share.price, fees.setup)
    const paid =
      plan.months === 0
        ? ''
        : ` Mit ${plan.months}\u00a0Raten: (${costSum(share, plan)}) geteilt durch ${annual(share, rate)} = ${years(coveredBy(share, plan, rate))}.`
    return `${formatKwh(share.annualKwh)} × ${formatCent(rate)} = ${annual(share, rate)} im Jahr, geteilt durch ${formatInteger(12)} sind das ${formatEuro(credit.monthly)} im Monat, mal ${figures.termYears} sind es ${formatShortEuro(credit.total)}. (${formatShortEuro(share.price)} Paketpreis + ${breakEvenExtra}) geteilt durch ${annual(share, rate)} = ${years(formula)}; die ${breakEvenExtra} gehören zur Formel, Sie zahlen sie nicht. Mit ${setup} Einrichtung statt der ${breakEvenExtra} sind es ${years(withSetup)}.${paid} Preisänderungen, Steuern und Zinsen auf Erspartes bleiben außen vor.`
  },
} as const

export const paymentText = {
  title: 'Was die Zahlung ausmacht',
  lead: 'Fällig wird das Paket erst, wenn der Park am Netz ist. Raten kosten mehr als eine Zahlung.',
  caption: 'Einmal oder in Raten bezahlt',
  rows: {
    count: 'Anzahl',
    instalment: 'Betrag je Zahlung',
    last: 'Letzte Zahlung',
    total: 'Summe',
    surcharge: 'Aufpreis',
    effective: 'Effektiver Jahreszins',
    nominal: 'Nominal im Jahr',
  },
  covered: (rate: TenthCent) => `Mit Einrichtung gedeckt bei ${formatCent(rate)} nach`,
  plan: ({ months }: PaymentPlan) => (months === 0 ? 'Einmal' : `${months}\u00a0Raten`),
  nominal: ({ nominalPercent }: PaymentPlan) => formatRate(nominalPercent * 100),
  yours: 'Ihre Wahl',
  none: '–',
  years: yearsDative,
  /** How the choice moves the break-even: what is really paid first, then the specification's figure. */
  effect: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) => {
    const { total, surcharge } = calculatorPayment(share.price, plan)
    const formula = covered(share, rate, share.price)
    const withSetup = covered(share, rate, total, fees.setup)
    if (plan.months === 0)
      return `Einmal bezahlt gibt es keinen Aufpreis: Bei ${formatCent(rate)} sind Paketpreis und ${breakEvenExtra} nach **${yearsDative(formula)}** gedeckt. Rechnen Sie die ${setup} Einrichtung statt der ${breakEvenExtra}, sind es ${years(withSetup)}.`
    return `Mit ${plan.months}\u00a0Raten zahlen Sie ${formatEuro(surcharge)} mehr. Bei ${formatCent(rate)} haben Sie alle Raten und die ${setup} Einrichtung erst nach **${yearsDative(withSetup)}** zurück, die Raten allein nach ${yearsDative(covered(share, rate, total, 0))}. Einmal bezahlt kommt unsere Formel, Paketpreis und ${breakEvenExtra}, auf ${years(formula)}.`
  },
  binding: ({ price }: SolarPackage, reservation: string) => {
    const binding = paymentPlans
      .filter(({ months }) => months > 0)
      .map((plan) => {
        const { total, effectiveRate } = reservationPayment(price, plan)
        return `bei ${plan.months}\u00a0Raten ${formatEuro(total)} (effektiv ${formatRate(effectiveRate)})`
      })
    return `Verbindlich ist die [Übersicht in der Reservierung](${reservation}). Sie rechnet mit einem festen Aufschlag statt mit Zinseszins und nennt ${binding.join(', ')}.`
  },
  source: ({ price }: SolarPackage) => {
    const sums = paymentPlans
      .filter(({ months }) => months > 0)
      .map((plan) => {
        const { total, effectiveRate } = calculatorPayment(price, plan)
        const factor = formatRate(100 + plan.nominalPercent).replace('\u00a0%', '')
        const power = plan.months === 24 ? '²' : '⁴'
        return `${formatShortEuro(price)} × ${factor}${power} = ${formatEuro(total)}, effektiv ${formatRate(effectiveRate)}`
      })
    return `${sums.join('; ')}. Die letzte Rate gleicht die Rundung aus. Der effektive Jahreszins gilt für monatliche Raten, die erste nach einem Monat.`
  },
} as const

export const coverText = {
  title: 'Wann ist der Preis gedeckt?',
  lead: (rate: TenthCent) =>
    `Jedes Kästchen sind ${formatShortEuro(10_000)} Gutschrift bei ${formatCent(rate)}. Was über die Linie wächst, kommt nach dem Preis.`,
  drawing: (share: SolarPackage, plan: PaymentPlan, scenarios: readonly { rate: TenthCent }[]) => {
    const parts = scenarios.map(
      ({ rate }) =>
        `bei ${formatCent(rate)} ${formatShortEuro(creditOf(share.annualKwh, rate).total)}, gedeckt nach ${yearsDative(coveredBy(share, plan, rate))}`,
    )
    return `Summe der Gutschriften über ${term} für ${formatKwh(share.annualKwh)} im Jahr gegen ${plan.months === 0 ? 'den Preis' : `die Kosten mit ${plan.months}\u00a0Raten`} von ${cost(share, plan)}: ${parts.join('; ')}. Alle Werte stehen in der Tabelle darunter.`
  },
  price: ({ months }: PaymentPlan) => (months === 0 ? 'Preis' : `${months}\u00a0Raten`),
  cost,
  firstYear: 'Jahr 1',
  legendCovered: 'deckt den Preis',
  legendAfter: 'kommt danach',
  legendLine: (share: SolarPackage, plan: PaymentPlan) =>
    `${plan.months === 0 ? 'Preis in der Rechnung' : 'Was Sie zahlen'}: ${costSum(share, plan)} = ${cost(share, plan)}`,
  legendOnce: (share: SolarPackage) =>
    `einmal bezahlt: ${formatShortEuro(share.price)} + ${breakEvenExtra} = ${costOnce(share)}`,
  rate: formatCent,
  amount: formatShortEuro,
  short: formatTenths,
  long: years,
  source: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) => {
    const other =
      plan.months === 0
        ? `mit ${setup} Einrichtung statt der ${breakEvenExtra} nach ${yearsDative(covered(share, rate, share.price, fees.setup))}`
        : `einmal bezahlt nach ${yearsDative(covered(share, rate, share.price))}`
    return `Linie: ${costSum(share, plan)} = ${cost(share, plan)}. Säulen: jedes Jahr ${annual(share, rate)} mehr (${formatKwh(share.annualKwh)} × ${formatCent(rate)}). Sie kreuzen sich nach ${yearsDative(coveredBy(share, plan, rate))}; ${other}. ${figureText.caveat}.`
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

export const explainerText = {
  title: 'So funktioniert der Rechner',
  points: [
    {
      title: 'Ihr Paket: so viel Strom im Jahr',
      text: 'Sie erwerben ein Nutzungsrecht an so vielen Kilowattstunden im Jahr, wie Ihr Paket nennt. Erwartet, nicht zugesagt: Gutgeschrieben wird, was Ihr Anteil wirklich erzeugt.',
    },
    {
      title: 'Gutgeschrieben wird je Kilowattstunde',
      text: `Der Betrag folgt dem Gewinn des Parks, mindestens ${minimumRate}. Das Geld kommt jeden Monat per Überweisung auf Ihr Konto, dazu eine Abrechnung per E-Mail.`,
    },
    {
      title: 'Der Preis ist gedeckt, wenn …',
      text: `… alle Gutschriften zusammen Paketpreis und ${breakEvenExtra} erreichen. Danach läuft Ihr Anteil weiter, insgesamt ${term}.`,
    },
    {
      title: 'Was der Rechner nicht weiß',
      text: 'Wie das Wetter wird und was Strom in zehn Jahren kostet. Deshalb drei Szenarien nebeneinander und das Minimum immer zuerst.',
    },
  ],
} as const

export const shareText = {
  copy: 'Link kopieren',
  print: 'Drucken',
  copied: 'Link kopiert. Er öffnet genau diese Rechnung.',
  notCopied: 'Kopieren ging nicht. Die Adresse steht jetzt im Feld zum Markieren.',
  address: 'Adresse dieser Rechnung',
} as const

export const closingText = {
  title: 'Die Rechnung passt für Sie?',
  text: `Reservieren kostet ${free} und bindet Sie nicht. ${cardText.later} Ihre Wahl nehmen Sie mit.`,
  reserve: 'Jetzt Solar-Anteil sichern',
} as const
