import { formatKwh, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { creditOf, monthsToCover } from '@/lib/offer/credit'
import { paidBreakEvenTenths, paidFor } from '@/lib/offer/instalments'
import { creditRate, packageOf, type SolarPackage, termYears } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { creditRangeSource, operationText } from './explained'
import { figures } from './figures'

/** The example that the page calculates through: the recommended package at the minimum credit. */
const example = packageOf(2000)
const credit = creditOf(example.annualKwh, creditRate.minimum)
const months = termYears * 12
const payment = { total: example.price }
const paid = formatShortEuro(paidFor(payment))
const covered = monthsToCover(paidFor(payment), example.annualKwh, creditRate.minimum)
const years = formatTenths(paidBreakEvenTenths(payment, example.annualKwh, creditRate.minimum))
const kwh = formatKwh(example.annualKwh)
const { spots, term, minimumRate, free, setup } = figures

export const heroText = {
  headline: ['Solarstrom braucht kein eigenes Dach.', 'Nur einen Platz im\u00a0Feld.'],
  lead: `Ist der Solarpark bei ${figures.parkPlace} am Netz, bekommen Sie ${term} lang jeden Monat eine Gutschrift: **mindestens ${minimumRate} je Kilowattstunde**.`,
  reserve: 'Anteil reservieren',
  calculate: 'Ersparnis berechnen',
  free: `Kostenlos und unverbindlich. [Und wenn etwas schiefgeht?](${paths.whatIf})`,
  full: `Zurzeit sind alle ${spots} Plätze vergeben.`,
  switch: 'Wie groß soll Ihr Anteil sein?',
  ticket: 'Was Sie zahlen und erwarten können',
  flag: 'Ihr Anteil',
  flagOf: (kwh: number) => `${formatKwh(kwh)} im Jahr`,
  /** As long as no place can be had. */
  flagInstead: ['Ein Platz', `von ${spots}`],
} as const

export const stepsText = {
  park: `Pilotpark ${figures.parkName}`,
  progress: figures.parkProgress,
  title: 'Vier Schritte, und was jeder kostet',
  example: ({ name, annualKwh }: SolarPackage) =>
    `Paket ${name} mit ${formatKwh(annualKwh)} im Jahr, einmal bezahlt.`,
  steps: [
    {
      when: 'Heute',
      title: 'Platz reservieren',
      text: 'Etwa drei Minuten. Die Reservierung bindet Sie nicht.',
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
      figure: ({ price }: SolarPackage) => formatShortEuro(price),
      condition: 'Paketpreis, einmal',
    },
    {
      when: `Danach, ${term} lang`,
      title: 'Gutschrift erhalten',
      text: 'Jeden Monat auf Ihr Konto, nach der echten Erzeugung Ihres Anteils.',
      figure: ({ annualKwh }: SolarPackage) =>
        formatShortEuro(creditOf(annualKwh, creditRate.minimum).monthly),
      condition: `im Monatsschnitt erwartet, bei ${minimumRate}: im Sommer mehr, im Winter weniger`,
    },
  ],
} as const

export const creditsText = {
  months,
  covered,
  title: `${months} Gutschriften. ${covered}\u00a0davon decken, was Sie zahlen.`,
  text: 'Jedes Kästchen ist ein Monat. Die grünen decken Paketpreis und Einrichtung.',
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

export const benefitsText = {
  title: 'Was bleibt und was sich ändert',
  moving: {
    title: 'Sie ziehen um? Ihr\u00a0Platz bleibt.',
    text: 'Der Anteil hängt nicht an der Wohnung.',
  },
  supplier: {
    title: 'Ihr Strom\u00advertrag bleibt auch.',
    text: 'Sie brauchen keinen neuen Zähler. Die Gutschrift kommt jeden Monat per Überweisung, mit einer Abrechnung per E-Mail.',
  },
  operation: {
    title: 'Um den Park kümmern wir uns.',
    text: operationText,
  },
  resale: {
    title: 'Sie können aussteigen.',
    text: 'Wir kaufen Ihren Anteil jederzeit zurück, zu einem fairen Marktpreis nach Restlaufzeit und aktuellem Marktwert.',
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
    `**Erst mit dem Vertrag verbindlich.** Danach haben Sie ${figures.withdrawal} Widerrufsrecht.`,
    '**Kein Park, keine Kosten.** Wird er nicht gebaut, erhalten Sie alle Zahlungen zurück.',
  ],
} as const
