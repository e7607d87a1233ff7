import { figures } from './figures'

const { minimumRate, setup, termDative } = figures

/** A household's share with its figures, on its own page. */
export const shareText = {
  title: 'Ihr Anteil',
  lead: 'Bis zum Vertrag können Sie Paket und Zahlung ändern oder absagen.',
  fixed: 'Nach dem Vertrag bleibt der Anteil, wie er ist.',
  coveredPlan: (months: number) => `Gedeckt, mit ${months} Raten, nach`,
  coveredOnce: 'Gedeckt nach',
  years: (years: string) => `${years} Jahren`,
  onceNote: (years: string) => `einmal bezahlt nach ${years} (gestrichelt), bei ${minimumRate}`,
  onceOnly: `bei ${minimumRate}`,
  source: {
    covered: (what: string, total: string, setupFee: string, annual: string, years: string) =>
      `(${what} ${total} + ${setupFee} Einrichtung) ÷ ${annual} im Jahr = ${years} Jahre. Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr.`,
    instalments: 'Summe der Raten',
    once: 'Paketpreis',
  },
  sourceTitle: 'Woher kommt diese Zahl?',
  change: 'Anteil ändern',
  name: (name: string, months: number) =>
    months ? `${name}, ${months} Raten` : `${name}, einmal bezahlt`,
  rows: {
    least: 'Erwartet',
    perYear: (amount: string) => `${amount} im Jahr`,
    total: `In ${termDative}, bei ${minimumRate}`,
    totalNote: (cent: string, amount: string) => `angenommen, bei ${cent}: ${amount}`,
    today: 'Heute',
    contract: 'Mit dem Vertrag',
    contractNote: 'Einrichtung',
    grid: 'Wenn der Park am Netz ist',
    perMonth: (amount: string) => `${amount} im Monat`,
    planNote: (months: number, last: string, rate: string) =>
      `${months}-mal, letzte Rate ${last}; effektiver Jahreszins ${rate}`,
    onceNote: 'Einmalzahlung',
    sum: 'Zusammen',
    more: (amount: string) => `${amount} mehr als einmal bezahlt`,
  },
} as const

/** Another package or plan, before it is chosen. */
export const chooseText = {
  title: 'Anteil ändern',
  package: 'Paket',
  plan: 'Zahlung',
  once: 'Einmal',
  instalments: (months: number) => `${months} Raten`,
  effective: (rate: string) => `effektiv ${rate}`,
  stays: 'Ihre Nummer bleibt.',
  left: (kwh: string) => `Der Park hat noch ${kwh} im Jahr frei.`,
  tooMuch: (left: string) =>
    `So viel hat der Park nicht mehr: ${left} im Jahr sind noch frei. Ein kleineres Paket geht immer.`,
  table: 'Bisher und neu nebeneinander',
  before: 'Bisher',
  after: 'Neu',
  rows: {
    least: `Erwartet im Jahr, bei ${minimumRate}`,
    total: `In ${termDative}, bei ${minimumRate}`,
    price: 'Einmal bezahlt',
    instalment: 'Rate im Monat',
    more: 'Mehr als einmal bezahlt',
    rate: 'Effektiver Jahreszins',
    last: 'Letzte Rate',
    sum: `Zusammen, mit ${setup} Einrichtung`,
    covered: 'Gedeckt nach',
  },
  none: '–',
  save: (name: string) => `Auf ${name} ändern`,
  keep: 'So lassen, wie es ist',
  pick: 'Wählen Sie etwas anderes, dann steht hier, was sich ändert.',
  caveat: 'Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr.',
  saved: 'Geändert. Wir haben Ihnen beides, bisher und neu, per E-Mail geschickt.',
} as const
