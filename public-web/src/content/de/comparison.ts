import { formatEuro } from '@/lib/germanNumbers'
import { comparedShare, type OptionId, options, shareCovered } from '@/lib/offer/comparison'
import { paidBreakEvenTenths, paidFor, reservationPayment } from '@/lib/offer/instalments'
import { creditRate, paymentPlans } from '@/lib/offer/offer'
import { euro, names, range, stand, years, yearsDative } from './comparisonWords'
import { figures } from './figures'

/** Which way fits whom; what is left of it follows from the same figures as the table. */
const advice: Record<OptionId, string> = {
  roof: 'Ein sonniges eigenes Dach und das Geld dafür? Dann bauen Sie darauf.',
  balcony: 'Ein Balkon in der Sonne? Gemessen am Preis bringt das Set am meisten.',
  share: 'Beides fehlt? Dann kann ein Anteil passen, auch zur Miete.',
  tariff: `Ein alter Stromvertrag? Wechseln kostet ${figures.free} und geht neben allem anderen.`,
}

export const introText = {
  title: 'Dach, Balkon, Anteil oder\u00a0Tarif?',
  lead: `Vier Wege zu Solarstrom, alle mit demselben Maß gerechnet. **Ein geeignetes eigenes Dach bringt meist am meisten.**`,
  left: `bleibt nach ${figures.termDative}: `,
  caveat: `Beispielrechnung, keine Zusage. ${stand}.`,
  ways: options.map(({ id, net }) => ({
    id,
    name: names[id].name,
    advice: advice[id],
    net: range(net, euro),
  })),
} as const

/** The table pays everything at once; what instalments do to the share stands below it. */
function instalmentsText(): string {
  const { price, annualKwh } = comparedShare
  const unaged = years(paidBreakEvenTenths({ total: price }, annualKwh, creditRate.minimum))
  const told = paymentPlans
    .filter(({ months }) => months > 0)
    .map((plan) => {
      const paid = paidFor(reservationPayment(price, plan))
      return `mit ${plan.name} nach ${range(shareCovered(paid), yearsDative)}`
    })
  return `Den Anteil rechnen wir einmal bezahlt, mit ${figures.setup} Einrichtung. Auf unseren anderen Seiten steht ${unaged}, denn dort altern die Module nicht. In Raten kostet er mehr und ist später gedeckt: ${told.join(', ')}.`
}

export const tableText = {
  title: 'Alle Zahlen in einer Tabelle',
  caption: `Vier Wege über ${figures.term} im Vergleich`,
  columns: {
    option: 'Weg',
    investment: 'Einmalig',
    benefit: 'Nutzen im Jahr, im Mittel',
    cost: `Kosten in ${figures.termDative}`,
    net: `Bleibt nach ${figures.termDative}`,
    covered: 'Gedeckt nach',
    price: 'Preis je kWh Jahresertrag',
  },
  rows: options.map(({ id, investment, benefit, cost, net, coveredTenths, pricePerKwh }) => ({
    id,
    ...names[id],
    investment: range(investment, euro),
    benefit: range(benefit, euro),
    cost: range(cost, euro),
    net: range(net, euro),
    covered: coveredTenths.to === 0 ? 'sofort' : range(coveredTenths, yearsDative),
    price: pricePerKwh ? range(pricePerKwh, formatEuro) : 'entfällt, nichts gekauft',
  })),
  caveat: `Beispielrechnung, keine Zusage. ${stand}. Ohne künftige Preisänderungen und ohne Zinsen: Was das Geld in der Zeit auf einem Tagesgeldkonto brächte, ist bei keinem Weg eingerechnet. Module auf dem Dach und am Balkon liefern oft länger als ${figures.term}; ein Anteil endet nach ${figures.termDative}.`,
  instalments: instalmentsText(),
} as const

export const closingText = {
  title: 'Ohne Dach und Balkon: ein\u00a0Anteil am\u00a0Solarpark',
  text: `Reservieren kostet ${figures.free} und bindet Sie nicht.`,
  reserve: 'Anteil reservieren',
  calculate: 'Ersparnis berechnen',
} as const
