import { formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import type { Cents } from '@/lib/offer/money'
import { outlooks } from '@/lib/offer/worth'
import { paths } from '@/lib/paths'
import { figures } from './figures'

const { term, termDative } = figures
const percent = (tenths: number) => `${formatTenths(tenths).replace(',0', '')}\u00a0%`

/** „1 Jahr und 3 Monaten“, in the dative. */
function afterMonths(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const parts = [
    years && (years === 1 ? '1\u00a0Jahr' : `${years}\u00a0Jahren`),
    rest && (rest === 1 ? '1\u00a0Monat' : `${rest}\u00a0Monaten`),
  ]
  return parts.filter(Boolean).join(' und ')
}

/** The same money elsewhere, in the words of a bank account. */
export const elsewhereText = {
  title: 'Und wenn das Geld woanders läge?',
  lead: 'Stellen Sie ein, womit Sie rechnen. Paket, Zahlung und Gutschrift sind die von oben.',
  interest: 'Zinsen woanders, im Jahr',
  ageing: 'Die Module lassen nach, im Jahr',
  sun: 'Die Sonne',
  sunOf: (share: number) => {
    if (share === outlooks.sun) return 'Wie erwartet'
    const change = percent(Math.abs(share - outlooks.sun) * 10)
    return `Jedes Jahr ${change} ${share < outlooks.sun ? 'weniger' : 'mehr'}`
  },
  percent,
  /** As it is read out. */
  spoken: (tenths: number) => `${formatTenths(tenths).replace(',0', '')} Prozent`,
  sums: (paid: Cents, credits: Cents, rate: string) =>
    `Sie zahlen ${formatShortEuro(paid)}. Bei ${rate} sind in ${termDative} ${formatShortEuro(credits)} zu erwarten.`,
  inner: (rate: string) =>
    `Das entspricht einem Konto mit **${rate} Zinsen im Jahr**, von dem jeden Monat die Gutschrift abgeht und das nach ${termDative} leer ist.`,
  loss: (lost: Cents) =>
    `Das sind **${formatShortEuro(lost)} weniger**, als Sie zahlen: Auch ein Konto ohne Zinsen wäre besser.`,
  empty: (interest: string, month: number, credits: Cents) =>
    `Ein Konto mit ${interest} wäre bei denselben Auszahlungen nach ${afterMonths(month - 1)} leer. Der Anteil bringt danach noch **${formatShortEuro(credits)}**, bis die ${term} um sind.`,
  left: (interest: string, left: Cents) =>
    `Auf einem Konto mit ${interest} blieben bei denselben Auszahlungen nach ${termDative} **${formatShortEuro(left)}** übrig. Dort läge Ihr Geld besser.`,
  caveat: `Beispielrechnung, keine Zusage. Wie viel Sonne und Alterung ausmachen, sind unsere Annahmen. Steuern auf Zinsen sind nicht abgezogen. Ein Guthaben bei einer Bank ist gesetzlich abgesichert, Ihre Gutschriften sind es nicht: [Und wenn etwas schiefgeht?](${paths.whatIf})`,
  source:
    'Gerechnet wird von Monat zu Monat: Einrichtung und Paketpreis am Anfang, jede Rate und jede Gutschrift am Monatsende. Die Zinsen laufen monatlich mit und ergeben im Jahr den genannten Satz. Im ersten Jahr gelten die Kilowattstunden des Pakets, danach lassen die Module jedes Jahr um den gewählten Anteil nach.',
} as const
