import {
  formatCent,
  formatEuro,
  formatInteger,
  formatKwh,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { cheaperBasis, effectivePrice } from '@/lib/offer/claims'
import {
  type AssumptionId,
  assumptions,
  balconyKwh,
  comparedShare,
  type OptionId,
  optionBy,
  options,
  roofKwh,
  shareKwh,
} from '@/lib/offer/comparison'
import { breakEvenTenths } from '@/lib/offer/credit'
import { paidBreakEvenTenths } from '@/lib/offer/instalments'
import { creditRate, fees, marketing, packageOf, packages, termYears } from '@/lib/offer/offer'
import { euro, names, range, stand, value, years, yearsDative } from './comparisonWords'
import { figures } from './figures'

const ours = 'Unsere Annahme'

/** What each assumption is called, and what has to be known beside its figure. */
const assumptionNotes: Record<AssumptionId, readonly [name: string, note: string]> = {
  saved_kwh: [
    'Was eine selbst genutzte Kilowattstunde spart',
    'Durchschnittspreis für Haushalte; der untere Wert, ohne Grundpreis, ist unsere Annahme',
  ],
  roof_size: ['Größe des Dachs', 'ein übliches Einfamilienhaus'],
  roof_price: [
    'Preis der Anlage auf dem Dach',
    'schlüsselfertig, ohne Umsatzsteuer, ohne Speicher; kleine Anlagen liegen eher oben',
  ],
  roof_yield: [
    'Ertrag auf dem Dach im Jahr',
    'Mittel über die Laufzeit, Alterung der Module abgezogen',
  ],
  roof_self_use: [
    'Davon selbst genutzt, Dach',
    'ohne Speicher, Haushalt mit drei bis vier Personen',
  ],
  roof_feed_in: [
    'Vergütung für den Rest',
    'Teileinspeisung, Inbetriebnahme ab August; bei negativen Börsenpreisen entfällt sie',
  ],
  roof_running: [
    'Laufende Kosten, Dach',
    'Versicherung, Zähler, Rücklage für einen Wechselrichter',
  ],
  ageing: [
    'Alterung der Module',
    'um so viel sinkt der Ertrag: bei Dach, Balkonset und Anteil gleich gerechnet',
  ],
  balcony_price: ['Preis eines Balkonsets', 'mit Halterung, aus Angeboten des Jahres'],
  balcony_yield: [
    'Ertrag am Balkon im Jahr',
    'unten ein Südbalkon ohne Schatten, hochgerechnet; oben, gut geneigt, unsere Annahme',
  ],
  balcony_self_use: ['Davon selbst genutzt, Balkon', 'der Rest geht ohne Vergütung ins Netz'],
  balcony_running: ['Laufende Kosten, Balkon', 'Rücklage für einen Wechselrichter'],
  tariff_consumption: ['Verbrauch beim Tarifwechsel', 'der Haushalt der Strompreisanalyse'],
  tariff_saving: [
    'Ersparnis durch den Wechsel',
    'vom Durchschnittspreis zum günstigsten Ökostromtarif; der untere Wert ist unsere Annahme, und wer sparen will, wechselt immer wieder',
  ],
}

const { roof_size, roof_yield, roof_self_use, roof_feed_in, roof_running, saved_kwh } = assumptions
const { balcony_yield, balcony_self_use, balcony_running, tariff_saving, tariff_consumption } =
  assumptions
const agedBy = value(assumptions.ageing).replace(' im Jahr', '')
const [roof, share] = [optionBy('roof'), optionBy('share')]

export const assumptionsText = {
  title: 'Womit wir gerechnet haben',
  text: 'Wo es eine veröffentlichte Zahl gibt, steht ihre Quelle dabei. Wo wir schätzen, steht das auch da.',
  caption: `Annahmen, ${stand}`,
  columns: { name: 'Annahme', value: 'Wert', source: 'Quelle' },
  rows: (Object.keys(assumptions) as AssumptionId[]).map((id) => {
    const { source, year } = assumptions[id]
    const [name, note] = assumptionNotes[id]
    return {
      id,
      name,
      note,
      value: value(assumptions[id]),
      source: `${source ?? ours} (${year})`,
    }
  }),
  share: `Der Anteil braucht nur zwei Annahmen, die Alterung und die Gutschrift: ${comparedShare.name} kostet ${formatShortEuro(comparedShare.price)} und ${figures.setup} Einrichtung, die Gutschrift reicht von ${figures.minimumRate}, dem Minimum laut Vertrag, bis ${figures.maximumRate}.`,
} as const

const sums: Record<OptionId, readonly string[]> = {
  roof: [
    `Ertrag: ${value(roof_size)} × ${value(roof_yield)} = ${formatKwh(roofKwh)} im Jahr.`,
    `Nutzen im Jahr, vorsichtig: ${roof_self_use.from} % davon × ${formatCent(saved_kwh.from * 10)} + ${100 - roof_self_use.from} % × ${formatCent(roof_feed_in.from * 10)} = ${euro(roof.benefit.from)}. Günstig: ${roof_self_use.to} % × ${formatCent(saved_kwh.to * 10)} + ${100 - roof_self_use.to} % × ${formatCent(roof_feed_in.to * 10)} = ${euro(roof.benefit.to)}.`,
    `Gedeckt: ${years(roof.coveredTenths.from)}, bis ${euro(roof.investment.from)} zurück sind. Nutzen im Mittel ${euro(roof.benefit.to)} im Jahr, am Anfang etwas mehr, am Ende etwas weniger, abzüglich ${formatShortEuro(roof_running.from * 100)} laufender Kosten.`,
  ],
  balcony: [
    `Ertrag: im ersten Jahr ${value(balcony_yield)}, danach jedes Jahr ${agedBy} weniger, im Mittel ${range(balconyKwh, formatKwh)}.`,
    `Nutzen im Jahr, vorsichtig: ${formatKwh(balconyKwh.from)} × ${balcony_self_use.from} % × ${formatCent(saved_kwh.from * 10)} = ${euro(optionBy('balcony').benefit.from)}. Günstig: ${formatKwh(balconyKwh.to)} × ${balcony_self_use.to} % × ${formatCent(saved_kwh.to * 10)} = ${euro(optionBy('balcony').benefit.to)}.`,
    `Laufende Kosten: ${value(balcony_running)}.`,
  ],
  share: [
    `Einmalig: ${formatShortEuro(comparedShare.price)} Paketpreis + ${figures.setup} Einrichtung = ${euro(share.investment.to)}. Jahresgebühr: ${figures.yearlyFee}.`,
    `Erzeugung: im ersten Jahr ${formatKwh(comparedShare.annualKwh)}, danach jedes Jahr ${agedBy} weniger, im Mittel ${formatKwh(shareKwh)}. Nutzen im Jahr: × ${formatCent(creditRate.minimum)} = ${euro(share.benefit.from)}, × ${formatCent(creditRate.maximum)} = ${euro(share.benefit.to)}.`,
    `Gedeckt: ${years(share.coveredTenths.to)}, bis die Gutschriften bei ${formatCent(creditRate.minimum)} ${euro(share.investment.to)} erreichen. Unsere anderen Seiten rechnen ohne Alterung: ${years(paidBreakEvenTenths({ total: comparedShare.price }, comparedShare.annualKwh, creditRate.minimum))}. Als Formel, dazu mit ${figures.breakEvenExtra} statt der Einrichtung: ${years(breakEvenTenths(comparedShare.price, comparedShare.annualKwh, creditRate.minimum))}.`,
  ],
  tariff: [
    `Nutzen im Jahr: ${formatKwh(tariff_consumption.to)} × ${formatCent(tariff_saving.to * 10)} = ${euro(optionBy('tariff').benefit.to)}, wenn Sie heute den Durchschnittspreis zahlen.`,
  ],
}

export const sumsText = options.map(({ id }) => ({ id, name: names[id].name, sums: sums[id] }))

const basis = cheaperBasis()
const cheaper = `${marketing.cheaper_than_own_percent_from} bis ${marketing.cheaper_than_own_percent_to}\u00a0%`
const effective = effectivePrice()
const sharePrice = formatEuro(share.pricePerKwh?.to ?? 0)
const largest = packageOf(Math.max(...packages.map(({ annualKwh }) => annualKwh)))
const smallest = packageOf(Math.min(...packages.map(({ annualKwh }) => annualKwh)))
const perYear = (tenths: number) => `${formatTenths(tenths)}\u00a0Cent`

export const claimText = {
  title: `„Typischerweise ${cheaper} günstiger als eine eigene Anlage“`,
  lead: 'Den Satz liest man über Anteile wie unseren. Wir verwenden ihn auf keiner anderen Seite, denn er gilt nur unter engen Voraussetzungen.',
  figure: range(basis.percent, (percent) => `${formatInteger(percent)}\u00a0%`),
  condition: `weniger Kaufpreis je kWh Jahresertrag als ein Dach zu ${value(assumptions.roof_price)}, nach unseren Annahmen`,
  points: [
    `**Was verglichen wird:** der Preis für eine Kilowattstunde Jahresertrag. Beim Anteil sind das ${sharePrice}, beim Dach ${range(roof.pricePerKwh ?? share.benefit, formatEuro)}.`,
    `**Wann es ${cheaper} sind:** bei Dächern, die ${range(basis.claimedRoofPrice, euro)} je kWp kosten. Das ist das untere Ende der veröffentlichten Preise; bei teureren Dächern ist der Abstand größer, bei den günstigsten kleiner.`,
    `**Was nicht verglichen wird:** der Nutzen. Eine Kilowattstunde vom eigenen Dach spart beim Selbstnutzen ${value(saved_kwh)}. Ein Anteil bringt ${formatCent(creditRate.minimum).split('\u00a0')[0]} bis ${figures.maximumRate} Gutschrift. Auch das Eigentum an der Anlage ist nicht eingerechnet.`,
  ],
  source: `(${formatShortEuro(comparedShare.price)} + ${formatShortEuro(fees.setup)}) geteilt durch ${formatKwh(shareKwh)} im Mittel = ${sharePrice}. Dach: ${value(assumptions.roof_price)} geteilt durch ${value(roof_yield)} = ${range(roof.pricePerKwh ?? share.benefit, formatEuro)}. Der Abstand ist ${range(basis.percent, (percent) => `${formatInteger(percent)}\u00a0%`)}.`,
  effective: {
    label: `Und der effektive Preis von ${perYear(effective.named)}?`,
    text: `Ein Sparszenario von uns nennt ${perYear(effective.named)} je Kilowattstunde. Verteilt man den Paketpreis auf die erwartete Erzeugung von ${figures.termDative}, sind es ${range(effective.overTerm, perYear)}: ${largest.name} ${formatShortEuro(largest.price)} geteilt durch ${formatKwh(largest.annualKwh * termYears)}, ${smallest.name} ${formatShortEuro(smallest.price)} geteilt durch ${formatKwh(smallest.annualKwh * termYears)}. Auf ${perYear(effective.named)} käme ${largest.name} erst nach ${yearsDative(effective.neededYears)}. Vereinbart sind ${figures.term}, deshalb rechnen wir damit.`,
  },
} as const
