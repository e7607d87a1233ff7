import { formatCent, formatKwh, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { creditOf, monthsToCover } from '@/lib/offer/credit'
import { paidBreakEvenTenths, paidFor } from '@/lib/offer/instalments'
import { creditRate, packageOf, scenarios, termYears } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { coveredSource, creditRangeSource, operationText } from './explained'
import { figures, todayText } from './figures'

/** The example that the page calculates through: the recommended package at the minimum credit. */
const example = packageOf(2000)
const credit = creditOf(example.annualKwh, creditRate.minimum)
const months = termYears * 12
const payment = { total: example.price }
const paid = formatShortEuro(paidFor(payment))
const covered = monthsToCover(paidFor(payment), example.annualKwh, creditRate.minimum)
const years = formatTenths(paidBreakEvenTenths(payment, example.annualKwh, creditRate.minimum))
const price = formatShortEuro(example.price)
const kwh = formatKwh(example.annualKwh)
const { spots, term, termDative, minimumRate, free, setup } = figures

export const heroText = {
  headline: ['Solarstrom braucht kein eigenes Dach.', 'Nur einen Platz im\u00a0Feld.'],
  lead: `Im Solarpark bei ${figures.parkPlace} gibt es ${spots} Plätze für Haushalte. Ist der Park am Netz, bekommen Sie ${term} lang jeden Monat eine Gutschrift: **mindestens ${minimumRate} je Kilowattstunde**. Ihren Stromversorger behalten Sie.`,
  reserve: 'Anteil reservieren',
  calculate: 'Ersparnis berechnen',
  free: `Kostenlos und unverbindlich. ${todayText} [Und wenn etwas schiefgeht?](${paths.whatIf})`,
  full: `Zurzeit sind alle ${spots} Plätze vergeben.`,
  flag: ['Ihr Platz', `einer von ${spots}`],
  /** As long as no place can be had. */
  flagInstead: ['Ein Platz', `von ${spots}`],
} as const

export const stepsText = {
  park: `Pilotpark ${figures.parkName}`,
  progress: figures.parkProgress,
  title: 'Vier Schritte. Bei\u00a0jedem steht, was er kostet.',
  example: `Beispiel: Paket ${example.name} mit ${kwh} im Jahr, einmal bezahlt.`,
  source: `${kwh} im Jahr × ${minimumRate} sind ${formatShortEuro(credit.annual)} im Jahr, geteilt durch zwölf Monate ${formatShortEuro(credit.monthly)}. In Monaten mit viel Sonne ist es mehr, im Winter weniger. Die übrigen Beträge sind unsere Preise.`,
  steps: [
    {
      when: 'Heute',
      title: 'Platz reservieren',
      text: 'Vier kurze Schritte, etwa drei Minuten. Die Reservierung bindet Sie nicht.',
      figure: free,
      condition: 'kostenlos, ohne Zahlungskarte',
    },
    {
      when: figures.contractWhen,
      title: 'Anteil wählen, Vertrag unterschreiben',
      text: `${figures.contractNews} Sie unter\u00adschreiben digital und können ${figures.withdrawal} widerrufen.`,
      figure: setup,
      condition: 'Einrichtung, einmalig',
    },
    {
      when: 'Wenn der Park am Netz ist',
      title: 'Paket bezahlen',
      text: `Einmal oder in ${figures.instalments}. Erst jetzt gilt die Laufzeit.`,
      figure: price,
      condition: `Paketpreis ${example.name}`,
    },
    {
      when: `Danach, ${term} lang`,
      title: 'Gutschrift erhalten',
      text: 'Jeden Monat auf Ihr Konto, nach der echten Erzeugung Ihres Anteils.',
      figure: formatShortEuro(credit.monthly),
      condition: `im Monatsschnitt erwartet, bei ${minimumRate}`,
    },
  ],
} as const

export const creditsText = {
  months,
  covered,
  title: `${months} Gutschriften. ${covered}\u00a0davon decken, was Sie zahlen.`,
  text: `Jedes Kästchen ist ein Monat. Die grünen decken bei ${minimumRate} je Kilowattstunde Paketpreis und Einrichtung. Die gelben kommen danach.`,
  figures: [
    {
      label: 'Gedeckt nach',
      figure: `${years} Jahren`,
      condition: `alles, was Sie zahlen: ${paid} mit ${setup} Einrichtung`,
    },
    {
      label: `Gutschriften in ${termDative}`,
      figure: formatShortEuro(credit.total),
      condition: `erwartet bei ${minimumRate}, dem Minimum je Kilowattstunde`,
    },
  ],
  source: coveredSource(example, creditRate.minimum),
  drawing: `${months} Monate als Kästchen, ${termYears} Spalten für ${term}. Die ersten ${covered} Monate decken Paketpreis und Einrichtung, die übrigen ${months - covered} Monate kommen danach.`,
  axis: {
    january: 'Jan',
    june: 'Jun',
    december: 'Dez',
    first: '1. Jahr',
    tenth: '10.',
    covered: `${years} Jahre`,
    last: `${termYears}. Jahr`,
  },
  legendCovered: `${covered} Monate decken ${paid}`,
  legendAfter: `${months - covered} Monate danach`,
  caveat: `Beispielrechnung, keine Zusage: Paket ${example.name}, ${kwh} im Jahr, ${minimumRate} je kWh, im Schnitt ${formatShortEuro(credit.monthly)} im Monat. Der Ertrag schwankt mit Wetter und Jahr.`,
} as const

const conditions: Record<string, string> = {
  conservative: 'Minimum je Kilowattstunde, laut Vertrag',
  realistic: 'realistisch',
  optimistic: 'optimistisch',
}

export const scenarioText = {
  title: `Mehr als ${minimumRate}? So rechnen sich die drei Szenarien.`,
  columns: {
    rate: 'Gutschrift je kWh',
    annual: 'Im Jahr',
    total: `In ${termDative}`,
    covered: 'Gedeckt nach',
    term,
  },
  rows: scenarios.map(({ id, rate }) => {
    const tenths = paidBreakEvenTenths(payment, example.annualKwh, rate)
    return {
      id,
      rate: formatCent(rate),
      condition: conditions[id] ?? '',
      annual: formatShortEuro(creditOf(example.annualKwh, rate).annual),
      total: formatShortEuro(creditOf(example.annualKwh, rate).total),
      covered: `${formatTenths(tenths)} Jahren`,
      coveredYears: tenths / 10,
      chain: `nach ${formatTenths(tenths)} von ${termDative}`,
    }
  }),
  source: `Im Jahr: ${kwh} mal Cent je Kilowattstunde. In ${termDative}: mal ${termYears}. Gedeckt: (Paketpreis ${price} + ${setup} Einrichtung) geteilt durch die Gutschrift im Jahr. Die Annahme ist in jedem Jahr dieselbe Gutschrift und derselbe Ertrag.`,
  caveat: `Beispielrechnung, keine Zusage: Paket ${example.name} mit ${kwh} im Jahr. Die Gutschrift richtet sich nach dem Gewinn des Parks und beträgt mindestens ${minimumRate} je Kilowattstunde.`,
}

export const benefitsText = {
  title: 'Was bleibt, wie es ist. Und\u00a0was sich ändert.',
  moving: {
    title: 'Sie ziehen um? Ihr\u00a0Platz bleibt.',
    text: 'Der Anteil hängt an Ihnen, nicht an der Wohnung. Das gilt zur Miete wie im Eigenheim.',
  },
  supplier: {
    title: 'Ihr Stromvertrag bleibt auch.',
    text: 'Kein Wechsel, kein neuer Zähler. Die Gutschrift kommt per Überweisung, dazu jeden Monat eine Abrechnung per E-Mail.',
  },
  operation: {
    title: 'Um den Park kümmern wir uns.',
    text: operationText,
  },
  resale: {
    title: 'Aussteigen geht.',
    text: 'Sie können Ihren Anteil jederzeit zu einem fairen Marktpreis an uns zurückverkaufen. Er richtet sich nach Restlaufzeit und aktuellem Marktwert.',
  },
  range: {
    figure: `${figures.leastCredit.replace('\u00a0€', '')} bis ${figures.mostCredit}`,
    title: 'Gutschrift im Jahr mit dem größten Paket',
    source: creditRangeSource,
  },
} as const

export const closingText = {
  title: 'Sichern Sie sich Ihren Platz. Entscheiden können Sie später.',
  reserve: 'Anteil reservieren',
  points: [
    `**Heute ${free}.** Nach einer Zahlungskarte fragen wir dabei nicht.`,
    `**Erst mit dem Vertrag verbindlich.** Danach haben Sie ${figures.withdrawal} Widerrufsrecht.`,
    '**Kein Park, keine Kosten.** Wird er nicht gebaut, erhalten Sie alle Zahlungen zurück.',
  ],
} as const
