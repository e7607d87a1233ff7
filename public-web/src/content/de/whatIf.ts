import { formatEuro, formatInteger, formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { buyBack, buyBackExample } from '@/lib/offer/buyBack'
import { paidFor } from '@/lib/offer/instalments'
import type { Cents } from '@/lib/offer/money'
import { creditRate, packageOf } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { annual, figures } from './figures'

const share = packageOf(2000)
const paid = paidFor({ total: share.price })
/** The server puts the settings in their places. */
const CREDIT_SECURITY = '__VOLTIGO_CREDIT_SECURITY__'
const DISMANTLING = '__VOLTIGO_DISMANTLING__'
const fewerKwh = 0.9 * share.annualKwh
const terms = (number: number, title: string) => `[AGB, Nummer ${number}](${paths.terms}#${title})`

export type Trouble = 'insolvency' | 'noPark' | 'delay' | 'lessSun' | 'cheapPower' | 'death' | 'end'

interface Answer {
  id: Trouble
  title: string
  paragraphs: readonly string[]
}

/** What becomes of the share and the money in each case. */
export const troubles: readonly Answer[] = [
  {
    id: 'insolvency',
    title: 'Voltigo wird insolvent',
    paragraphs: [
      `**${CREDIT_SECURITY}** Ihre Gutschriften schuldet Ihnen Voltigo, und Sie haben ein Nutzungsrecht, kein Eigentum an Modulen oder Boden.`,
      'Ob ein Nachfolger den Park und Ihren Vertrag übernimmt, können wir nicht zusagen. Was Sie bezahlt haben, können Sie ganz oder teilweise verlieren. Vor dem Vertrag zahlen Sie nichts.',
    ],
  },
  {
    id: 'noPark',
    title: 'Der Park wird nicht gebaut',
    paragraphs: [
      `Sie bekommen alles zurück, was Sie gezahlt haben, auch die ${figures.setup} Einrichtung. Ihre Reservierung hat bis dahin ${figures.free} gekostet. Das steht in den ${terms(9, 'wenn-der-park-nicht-oder-spater-kommt')}.`,
    ],
  },
  {
    id: 'delay',
    title: 'Der Park kommt später',
    paragraphs: [
      `Dann zahlen Sie auch später: Paketpreis oder erste Rate werden fällig, wenn der Park am Netz ist, und erst dann beginnen die ${figures.term}. Für die Wartezeit zahlen wir keinen Ersatz.`,
    ],
  },
  {
    id: 'lessSun',
    title: 'Die Sonne scheint weniger',
    paragraphs: [
      `Dann bekommen Sie weniger. ${figures.minimumRate} sind das Minimum je Kilowattstunde, nicht je Jahr. Bei ${formatInteger(fewerKwh)} statt ${formatKwh(share.annualKwh)} sind es ${annual({ ...share, annualKwh: fewerKwh }, creditRate.minimum)} statt ${annual(share, creditRate.minimum)}.`,
    ],
  },
  {
    id: 'cheapPower',
    title: 'Der Strom bringt weniger ein',
    paragraphs: [
      `Reicht der Gewinn des Parks nicht für ${figures.minimumRate} je Kilowattstunde, schulden wir Ihnen das Minimum trotzdem. Den Unterschied zahlt Voltigo. [Wie oft die Börse weniger zahlte](#lupe)`,
    ],
  },
  {
    id: 'death',
    title: 'Sie sterben',
    paragraphs: [
      'Ihre Erben treten an Ihre Stelle: Gutschriften kommen weiter, offene Raten bleiben (§§ 1922 und 1967 BGB). Welchen Nachweis wir brauchen, regelt der Nutzungs\u00advertrag. Eine Reservierung bindet auch Erben nicht.',
    ],
  },
  {
    id: 'end',
    title: `Die ${figures.term} sind um`,
    paragraphs: [
      `Der Vertrag endet von selbst, Sie müssen nichts kündigen. Danach kommt keine Gutschrift mehr. Ihnen gehört kein Teil der Anlage, deshalb müssen Sie auch nichts abbauen. ${DISMANTLING}`,
    ],
  },
]

const signed = (cents: Cents) => `${cents < 0 ? '−' : '+'} ${formatEuro(Math.abs(cents))}`

/** Selling before the end, worked out for one share. */
export const saleText = {
  title: 'Sie möchten früher verkaufen',
  text: `Wir kaufen Ihren Anteil jederzeit zurück, zu einem fairen Marktpreis. Einen Betrag sagen wir nicht zu, und wie der Preis berechnet wird, steht noch nicht fest. So könnte es aussehen: Wir zählen die Gutschriften, die noch kommen, zu ${figures.minimumRate} je Kilowattstunde und ziehen für jedes Jahr, das sie in der Zukunft liegen, ${formatInteger(buyBackExample.discountPercent)}\u00a0% ab.`,
  caption: 'Ein Beispiel, kein Angebot',
  columns: {
    after: 'Verkauf nach',
    credits: 'Gutschriften bis dahin',
    price: 'Rückkauf',
    difference: `Gegen ${formatShortEuro(paid)}`,
  },
  rows: buyBackExample.years.map((years) => {
    const { credits, price } = buyBack(share.annualKwh, years)
    return {
      after: years === 1 ? '1\u00a0Jahr' : `${years}\u00a0Jahren`,
      credits: formatEuro(credits),
      price: formatEuro(price),
      difference: signed(credits + price - paid),
      isLoss: credits + price < paid,
    }
  }),
  note: `Paket ${share.name} mit ${formatKwh(share.annualKwh)} im Jahr, einmal bezahlt: ${formatShortEuro(paid)} mit ${figures.setup} Einrichtung. Die Erzeugung bleibt hier jedes Jahr gleich. Rechnet der Markt mit mehr Abzug oder sind noch Raten offen, bekommen Sie weniger.`,
} as const

export const whatIfText = {
  title: 'Und wenn etwas schiefgeht?',
  lead: 'Hier steht, was dann gilt, was heute nicht abgesichert ist und was wir noch nicht wissen.',
  asks: `Fehlt Ihre Frage? [Schreiben Sie uns](${paths.contact}), es antwortet ein Mensch.`,
} as const
