import { formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { eurosToCents } from '@/lib/offer/money'
import { paths } from '@/lib/paths'

export type MonthId = 'apr' | 'may' | 'jun' | 'jul' | 'aug' | 'sep'

const months: Record<MonthId, { short: string; long: string }> = {
  apr: { short: 'Apr', long: 'April' },
  may: { short: 'Mai', long: 'Mai' },
  jun: { short: 'Jun', long: 'Juni' },
  jul: { short: 'Jul', long: 'Juli' },
  aug: { short: 'Aug', long: 'August' },
  sep: { short: 'Sep', long: 'September' },
}

/** What a button without a function yet is going to do, told by the preview dialog. */
const previews = {
  credits: {
    title: 'Gutschriften teilen oder spenden',
    text: 'Gedacht ist es so: Sie bestimmen, dass ein Teil Ihrer Gutschrift an einen anderen Haushalt oder an einen gemeinnützigen Verein geht. Bis dahin erhalten Sie Ihre ganze Gutschrift selbst.',
  },
  messages: {
    title: 'Mitteilungen',
    text: 'Gedacht ist es so: Hier finden Sie Ihre monatliche Energieabrechnung und Nachrichten zu Ihrem Park. Bis dahin kommen beide per E-Mail.',
  },
  account: {
    title: 'Konto',
    text: 'Gedacht ist es so: Hier ändern Sie Ihre Anschrift und das Konto, auf das wir Ihre Gutschrift überweisen. Bis dahin genügt eine Nachricht an uns.',
  },
} as const

export type PreviewTopic = keyof typeof previews

export const dashboardText = {
  months,
  greeting: (name: string) => `Willkommen ${name}`,
  status: 'Ihr Solarpark-Anteil aktiv',
  sample: {
    label: 'Beispieldaten',
    text: 'So könnte Ihr Überblick einmal aussehen. Name und Zahlen sind feste Beispiele: Sie gehen nicht alle ineinander auf und sagen nichts darüber, was ein Anteil bringt.',
  },
  energy: {
    title: (count: number) => `In den letzten ${count} Monaten haben Sie erzeugt`,
    cell: (kwh: number) => `Ein Kästchen sind ${formatKwh(kwh)}.`,
    drawing: (entries: readonly string[]) =>
      `Balkendiagramm der erzeugten Energie: ${entries.join(', ')}.`,
    waiting: 'Das Diagramm wird geladen.',
    failed: 'Das Diagramm konnte nicht geladen werden. Die Zahlen stehen in der Tabelle darunter.',
    asTable: 'Als Tabelle zeigen',
    table: {
      caption: 'Erzeugte Energie je Monat, Beispieldaten',
      month: 'Monat',
      energy: 'Energie',
    },
  },
  co2: {
    label: 'weniger CO₂',
    note: 'Fester Beispielwert, von uns nicht berechnet und keine Aussage über einen Park. Sobald hier ein echter Wert steht, nennen wir Emissionsfaktor, Jahr und Quelle.',
  },
  details: 'Projektdetails ansehen',
  share: {
    title: 'Ihr Anteil',
    years: 'Jahre',
    about: (figure: string) => `etwa ${figure}`,
    amount: 'Anteilsbetrag',
    ofPark: 'Anteil am Park',
    capacity: 'Leistung',
    saved: 'Bisher gespart',
    credit: 'Gutschrift im Monat',
    energy: 'Erzeugung im Monat',
    breakEven: 'Break-even nach',
    yearlyReturn: 'Jährliche Rendite',
    noPromise: 'Beispielwert, keine Zusage. Ein Anteil ist kein Finanzprodukt.',
    cells: (euros: number, kwh: number) =>
      `Ein Kästchen sind ${formatShortEuro(eurosToCents(euros))} oder ${formatKwh(kwh)}, beim Break-even ein Jahr der Laufzeit: grün, bis der Betrag gedeckt ist, danach gelb.`,
    flag: (percent: string) => `Ihr Anteil: ${percent}`,
    field: (percent: string) =>
      `Der Park von oben: Jedes Kästchen sind ${percent} seiner Erzeugung, keine einzelnen Module.`,
  },
  project: {
    title: (name: string) => `Solarpark ${name}`,
    location: 'Standort',
    capacity: 'Leistung',
    households: 'Versorgt',
    householdCount: (count: string) => `${count} Haushalte`,
    timeline: 'Zeitplan',
    stages: ['Planung', 'Bauphase'],
    now: 'jetzt',
    expected: 'Erwartete Erzeugung im Monat',
    forYou: 'für Ihren Anteil',
    details: 'Zum Pilotpark',
  },
  actions: {
    further: {
      title: 'Weiteren Anteil hinzufügen',
      text: 'Ein zweiter Park, eine zweite Gutschrift, weiterhin eine Abrechnung im Monat.',
      button: 'In ein weiteres Projekt investieren',
    },
    credits: {
      title: 'Gutschriften teilen oder spenden',
      text: 'Nicht jede Gutschrift muss auf dem eigenen Konto landen.',
      button: 'Teilen oder spenden',
    },
  },
  mobile: {
    credits: (year: string) => `Gutschriften ${year}`,
    creditsNote: 'Stromkosten reduziert',
    share: 'Anteil',
    shareNote: 'des Solarparks',
    generated: 'Ihr Anteil erzeugte',
    generatedNote: 'im letzten Monat',
    credit: 'Gutschrift',
    baseTariff: 'Grundtarif',
    perKwh: (price: string) => `${price} je kWh`,
    minusCredit: 'minus Gutschrift',
    savings: 'Ihre Ersparnis',
    cell: (kwh: number) => `Ein Kästchen sind ${formatKwh(kwh)}.`,
  },
  preview: {
    topics: previews,
    note: 'Dies ist eine Vorschau, hier passiert noch nichts.',
    close: 'Schließen',
    contact: 'Frage dazu stellen',
    contactPath: paths.contact,
  },
} as const
