import { formatEuro, formatShortEuro } from '@/lib/germanNumbers'
import {
  comparedShare,
  type Option,
  type OptionId,
  options,
  shareCovered,
} from '@/lib/offer/comparison'
import { paidBreakEvenTenths, paidFor, reservationPayment } from '@/lib/offer/instalments'
import { creditRate, paymentPlans, termYears } from '@/lib/offer/offer'
import { euro, names, range, stand, years, yearsDative } from './comparisonWords'
import { figures } from './figures'

export const introText = {
  title: 'Eigenes Dach, Balkonset, Anteil oder\u00a0Tarif?',
  lead: 'Vier Wege zu Solarstrom, alle mit demselben Maß gerechnet. **Das Ergebnis vorweg: Ein geeignetes eigenes Dach bringt meist am meisten.** Ein Anteil ist für Haushalte gedacht, die kein eigenes Dach nutzen können.',
  advice: [
    {
      question: 'Sie haben ein sonniges Dach und das Geld dafür?',
      answer: 'Dann bauen Sie darauf. Den Strom nutzen Sie selbst, und die Anlage gehört Ihnen.',
    },
    {
      question: 'Sie haben einen Balkon in der Sonne?',
      answer:
        'Dann ist ein Balkonset die günstigste Lösung. Gemessen am Preis bringt das Set am meisten.',
    },
    {
      question: 'Beides fehlt, oder Sie möchten nichts bauen?',
      answer: 'Dann ist ein Anteil das Richtige, auch zur Miete und auch nach einem Umzug.',
      ours: true,
    },
    {
      question: 'Ihr Stromvertrag ist alt?',
      answer: `Wechseln Sie den Tarif. Das kostet ${figures.free} und verträgt sich mit den anderen drei Wegen.`,
    },
  ],
} as const

/** How many cells of 100 € an amount fills. */
const cells = (cents: number) => Math.round(cents / 10_000)

function fieldOf(option: Option, end: 'from' | 'to') {
  const benefit = option.benefit[end] * termYears
  const cost = option.cost[end === 'from' ? 'to' : 'from']
  return {
    label: end === 'from' ? 'Vorsichtig' : 'Günstig',
    sum: `${euro(benefit)} Nutzen, ${euro(cost)} Kosten`,
    benefit: cells(benefit),
    covered: Math.min(cells(cost), cells(benefit)),
  }
}

export const fieldText = {
  title: `${figures.term}, in Kästchen zu ${formatShortEuro(10_000)}`,
  text: 'Jedes Kästchen ist Nutzen, den Sie haben. Die grünen holen die Kosten zurück, die gelben bleiben Ihnen. Zuerst steht jeweils die vorsichtige Rechnung, danach die günstige. Nutzen heißt beim Anteil: Gutschrift auf Ihr Konto. Bei den anderen Wegen: gesparte Stromkosten, beim Dach dazu die Vergütung.',
  legend: ['deckt die Kosten', 'bleibt Ihnen'],
  alternative: 'Auf ganze Kästchen gerundet. Dieselben Zahlen stehen in der Tabelle darunter.',
  none: 'Kein Kästchen: Wer schon günstig einkauft, spart durch einen Wechsel nichts.',
  rows: options.map((option) => ({
    id: option.id,
    ...names[option.id],
    fields: [fieldOf(option, 'from'), fieldOf(option, 'to')] as const,
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

export const fitText = {
  title: 'Was jeder Weg von Ihnen verlangt',
  labels: { needs: 'Sie brauchen', effort: 'Sie tun', bound: 'Sie sind gebunden', moving: 'Umzug' },
  parcels: {
    roof: {
      needs: 'ein eigenes, sonniges Dach',
      effort: 'planen, beauftragen, anmelden, versichern',
      bound: 'an das Haus, solange die Anlage steht',
      moving: 'Die Anlage bleibt am Haus.',
    },
    balcony: {
      needs: 'Balkon, Terrasse oder Garten in der Sonne',
      effort: 'befestigen, einstecken, registrieren',
      bound: 'gar nicht',
      moving: 'Sie können es mitnehmen, wenn der neue Balkon geeignet ist.',
    },
    share: {
      needs: 'ein Bankkonto',
      effort: 'reservieren und unterschreiben; den Betrieb übernehmen wir',
      bound: `${figures.term}, mit jederzeitigem Rückkauf zum fairen Marktpreis`,
      moving: 'Ihr Anteil bleibt, die Gutschrift kommt weiter.',
    },
    tariff: {
      needs: 'einen Stromvertrag, den Sie kündigen können',
      effort: 'vergleichen und wechseln, möglichst jedes Jahr',
      bound: 'je nach Vertrag, meist ein Jahr',
      moving: 'Der Vertrag zieht mit oder endet.',
    },
  } satisfies Record<OptionId, Record<'needs' | 'effort' | 'bound' | 'moving', string>>,
} as const

export const closingText = {
  title: 'Kein Dach, kein Balkon? Dann ein Platz im\u00a0Feld.',
  text: `Reservieren kostet ${figures.free} und bindet Sie nicht.`,
  reserve: 'Anteil reservieren',
  calculate: 'Ersparnis berechnen',
} as const
