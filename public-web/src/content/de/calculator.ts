import {
  formatCent,
  formatEuro,
  formatInteger,
  formatKwh,
  formatRate,
  formatShortEuro,
} from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { calculatorPayment, coveredYears, reservationPayment } from '@/lib/offer/instalments'
import {
  type PaymentPlan,
  paymentPlans,
  type SolarPackage,
  type TenthCent,
} from '@/lib/offer/offer'
import { annual, costSum, coveredBy, formula, years, yearsDative } from './calculatorWords'
import { figures, figureText } from './figures'

const { minimumRate, term, termDative, setup, free } = figures

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
  noScript: `Zum Umstellen braucht der Rechner JavaScript. Ohne sehen Sie das Beispiel Standard, einmal bezahlt, mit allen Tabellen.`,
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
      ? ['Gedeckt nach']
      : [`Mit Ihren ${months}\u00a0Raten gedeckt nach`, 'Einmal bezahlt']),
    `Die ${term}`,
  ],
  rate: formatCent,
  years: yearsDative,
  caveat: `${figureText.caveat}. Ein Kästchen ist ein Jahr: grün, bis gedeckt ist, was Sie zahlen, danach gelb. Der Ertrag schwankt mit Wetter und Jahr.`,
  source: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) => {
    const credit = creditOf(share.annualKwh, rate)
    const paid = `Gedeckt: (${costSum(share, plan)}) geteilt durch ${annual(share, rate)} = ${years(coveredBy(share, plan, rate))}.`
    return `${formatKwh(share.annualKwh)} × ${formatCent(rate)} = ${annual(share, rate)} im Jahr, geteilt durch ${formatInteger(12)} sind das ${formatEuro(credit.monthly)} im Monat, mal ${figures.termYears} sind es ${formatShortEuro(credit.total)}. ${paid} ${formula(share, rate)} Preisänderungen und Steuern bleiben außen vor.`
  },
} as const

export const paymentText = {
  title: 'Was die Zahlung ausmacht',
  lead: 'Fällig wird das Paket erst, wenn der Park am Netz ist.',
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
  covered: (rate: TenthCent) => `Gedeckt bei ${formatCent(rate)} nach`,
  plan: ({ months }: PaymentPlan) => (months === 0 ? 'Einmal' : `${months}\u00a0Raten`),
  nominal: ({ nominalPercent }: PaymentPlan) => formatRate(nominalPercent * 100),
  yours: 'Ihre Wahl',
  none: '–',
  years: yearsDative,
  /** How the choice moves the years until all that is paid has come back. */
  effect: (share: SolarPackage, plan: PaymentPlan, rate: TenthCent) => {
    const { once, paid, payment } = coveredYears(share, plan, rate, calculatorPayment)
    if (plan.months === 0)
      return `Einmal bezahlt gibt es keinen Aufpreis: Bei ${formatCent(rate)} ist alles, was Sie zahlen, nach **${yearsDative(once)}** gedeckt.`
    return `Mit ${plan.months}\u00a0Raten zahlen Sie ${formatEuro(payment.surcharge)} mehr. Bei ${formatCent(rate)} ist alles, was Sie zahlen, erst nach **${yearsDative(paid)}** gedeckt, einmal bezahlt nach ${yearsDative(once)}.`
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

export const explainerText = {
  title: 'So funktioniert der Rechner',
  points: [
    {
      title: 'Ihr Paket: so viel Strom im Jahr',
      text: 'Sie erwerben ein Nutzungsrecht an einem festen Teil der Erzeugung. Wie viel er bringt, ist erwartet und nicht zugesagt: Gutgeschrieben wird, was er wirklich erzeugt.',
    },
    {
      title: 'Gutgeschrieben wird je Kilowattstunde',
      text: `Der Betrag folgt dem Gewinn des Parks, mindestens ${minimumRate}. Er kommt jeden Monat auf Ihr Konto.`,
    },
    {
      title: 'Gedeckt ist, was Sie zahlen, wenn …',
      text: `… alle Gutschriften zusammen Paketpreis und ${setup} Einrichtung erreichen, bei Raten deren Summe und die Einrichtung. Der Anteil läuft ${term}.`,
    },
  ],
} as const

export const shareText = {
  copy: 'Link kopieren',
  print: 'Drucken',
  copied: 'Link kopiert. Er öffnet genau diese Rechnung.',
  notCopied: 'Der Link konnte nicht kopiert werden. Die Adresse steht jetzt im Feld zum Markieren.',
  address: 'Adresse dieser Rechnung',
} as const

export const closingText = {
  title: 'Die Rechnung passt für Sie?',
  text: `Reservieren kostet ${free} und bindet Sie nicht. Ihre Wahl nehmen Sie mit.`,
  reserve: 'Jetzt Solar-Anteil sichern',
} as const
