import { formatCent, formatEuro, formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import {
  besideMarket,
  marketCredit,
  marketReadOn,
  marketSources,
  marketYears,
} from '@/lib/offer/marketValue'
import { creditRate, packageOf, scenarios } from '@/lib/offer/offer'
import { annual, figures, figureText } from './figures'

const share = packageOf(2000)
const kwh = formatKwh(share.annualKwh)
const least = besideMarket(share.annualKwh, creditRate.minimum)
const known = marketYears.length
const { minimumRate } = figures
const readOn = new Date(marketReadOn).toLocaleDateString('de-DE', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const AND = new Intl.ListFormat('de')

/** The promised minimum compared with the price of solar power at the exchange, and who pays the difference. */
export const lensText = {
  title: `${minimumRate} unter der Lupe`,
  lead: `An der Börse brachte eine Kilowattstunde Solarstrom in ${least.yearsAbove} von ${known} Jahren im Schnitt weniger als ${minimumRate}.`,
  drawing: `Jahresmarktwert Solar von ${marketYears[0]?.year} bis ${marketYears.at(-1)?.year}, ein Kästchen ist ein Cent je Kilowattstunde. Über der Linie bei ${minimumRate} liegen nur ${AND.format(
    marketYears
      .filter(({ value }) => value > creditRate.minimum * 100)
      .map(({ year }) => String(year)),
  )}. Alle Werte stehen in der Tabelle darunter.`,
  mark: minimumRate,
  rates: {
    title: `Was die Gutschrift für ${kwh} im Jahr gebracht hätte, in allen ${known} Jahren zusammen`,
    market: (amount: number) => `An der Börse: ${formatEuro(amount)}.`,
    of: scenarios.map(({ rate }) => {
      const { credits, yearsAbove } = besideMarket(share.annualKwh, rate)
      return `**${formatCent(rate)}:** ${formatShortEuro(credits)}, in ${yearsAbove} Jahren mehr als die Börse.`
    }),
  },
  market: least.market,
  who: {
    title: 'Wer zahlt, wenn die Börse weniger zahlt?',
    paragraphs: [
      'Zuerst der Park: Hat er einen Abnehmer zu festem Preis (PPA) oder einen Zuschlag nach dem EEG, kann ihm der Strom mehr bringen als die Börse. Beides steht noch nicht fest.',
      `Sonst schmälert der Unterschied den Gewinn, aus dem Ihre Gutschrift kommt. Reicht er nicht für ${minimumRate}, schuldet Ihnen Voltigo den Rest.`,
      '**Offen ist:** zu welchem Preis der Park verkauft, ob Voltigo für schwache Jahre Geld zurücklegt und ob gute Jahre mit schwachen verrechnet werden. Das regelt bisher kein Vertrag.',
    ],
  },
  table: {
    label: 'Alle Jahre als Tabelle mit Quellen',
    caption: `Jahresmarktwert Solar und ${kwh} im Jahr`,
    year: 'Jahr',
    value: 'Cent je kWh',
    market: 'An der Börse',
    least: `Gegen ${annual(share, creditRate.minimum)} bei ${minimumRate}`,
    rows: marketYears.map((entry) => {
      const credit = marketCredit(share.annualKwh, entry)
      const isMore = creditRate.minimum * 100 > entry.value
      const difference = Math.abs(credit - (share.annualKwh * creditRate.minimum) / 10)
      return {
        year: String(entry.year),
        value: formatThousandth(entry.value),
        market: formatEuro(credit),
        least: `${formatEuro(difference)} ${isMore ? 'mehr' : 'weniger'}`,
      }
    }),
  },
  sources: `Gelesen am ${readOn}: ${marketSources.map(({ title, url }) => `[${title}](${url})`).join('; ')}. Bis 2022 gilt die Berechnung nach § 33 EEG 2012, danach die des Jahresmarktwerts.`,
  caveat: `${figureText.caveat}: Die Vergangenheit sagt nicht, was Strom künftig kostet.`,
} as const

/** 4495 → „4,495“. */
function formatThousandth(value: number): string {
  const [whole, part] = [Math.floor(value / 1000), String(value % 1000).padStart(3, '0')]
  return `${whole},${part}`
}
