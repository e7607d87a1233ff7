import { figures } from '@/content/de/figures'
import { formatInteger, formatKwh, formatQuantity, formatShortEuro } from '@/lib/germanNumbers'
import { eurosToCents } from '@/lib/offer/money'
import { invest, termYears } from '@/lib/offer/offer'

export type PaymentMethod = 'sepa' | 'card' | 'bank'

/** What is still missing before a share can be asked for. */
export type Missing = 'project' | 'amount' | 'minimum' | 'payment'

/** The figures of the savings card, ready to print. */
export interface SavingsFigures {
  amount: string
  yearly: string
  monthly: string
  years: string
  share: string
  cost: string
}

const normalCost = formatShortEuro(eurosToCents(invest.example_normal_cost_eur))
const exampleKwh = formatKwh(invest.example_annual_kwh)
const perPercent = formatShortEuro(eurosToCents(invest.euros_per_percent_of_park))
const range = `${formatQuantity(invest.share_percent_from, '').trim()} bis ${formatQuantity(invest.share_percent_to, '%')}`

const missing: Record<Exclude<Missing, 'minimum'>, string> = {
  project: 'ein Projekt',
  amount: 'ein Betrag',
  payment: 'eine Zahlungsart',
}

export const investText = {
  back: 'Zurück zum Dashboard',
  title: 'Neuer Anteil',
  lead: 'Wählen Sie Projekt, Betrag und Zahlungsart. Dazu rechnen wir Ihnen vor, was daraus würde.',
  sample: {
    label: 'Beispieldaten',
    text: 'Hier wird nichts gekauft und nichts abgebucht. Am Ende steht eine Anfrage an uns, die Sie noch einmal lesen, bevor Sie sie absenden.',
  },
  noScript: {
    text: 'Auswählen und rechnen geht hier nur mit JavaScript. Schreiben Sie uns sonst einfach, welches Projekt Sie interessiert:',
    link: 'Zum Kontakt',
  },
  project: {
    title: 'Projekt wählen',
    location: 'Standort',
    capacity: 'Leistung',
    households: 'Haushalte',
    timeline: 'Zeitplan',
    minimum: 'Mindestens',
  },
  amount: {
    title: 'Betrag eingeben',
    label: 'Betrag in Euro',
    placeholder: (minimum: number) => `Mindestens €${minimum}`,
    unit: '€',
    hint: `Zum Beispiel ${formatInteger(1500)}`,
    read: (amount: string) => `Wir rechnen mit ${amount}.`,
    low: (amount: string, minimum: string) =>
      `Wir rechnen mit ${amount}. Für eine Anfrage sind es mindestens ${minimum}.`,
    unreadable: 'Diesen Betrag können wir nicht lesen. Bitte nur Ziffern eingeben.',
  },
  payment: {
    title: 'Zahlungsart wählen',
    methods: [
      { id: 'sepa', name: 'SEPA-Lastschrift', note: 'Wir buchen vom Konto ab.' },
      { id: 'card', name: 'Kreditkarte', note: 'Sie zahlen mit Ihrer Karte.' },
      { id: 'bank', name: 'Überweisung', note: 'Sie überweisen selbst.' },
    ] satisfies { id: PaymentMethod; name: string; note: string }[],
  },
  savings: {
    title: 'Erwartete Ersparnis',
    waiting: 'Sobald Projekt und Betrag feststehen, rechnen wir hier vor.',
    yearly: 'im Jahr',
    monthly: 'Im Monat',
    breakEven: 'Break-even nach',
    years: (years: string) => `${years}\u00a0Jahren`,
    share: 'Anteil am Park',
    range: `möglich sind ${range}`,
    outside: `Möglich sind ${range}. Ihr Betrag liegt außerhalb, wir klären das im Gespräch.`,
    cells: (cell: string) =>
      `Ein gelbes Kästchen sind ${cell}. Das ganze Feld ist der größte mögliche Anteil.`,
    chain: (years: string) => `${termYears} Jahre Laufzeit: grün bis ${years} Jahre, danach gelb.`,
    compare: {
      title: `Stromkosten im Jahr bei ${exampleKwh}`,
      normal: 'Ohne Anteil',
      normalCost,
      withShare: 'Mit Anteil',
      cell: (euros: string) => `Ein Kästchen sind ${euros}.`,
      beyond: (euros: string) => `Die Ersparnis wäre ${euros} höher als diese Stromkosten.`,
    },
    source: (sum: SavingsFigures) =>
      `Angenommen ist eine Ersparnis von ${figures.assumedReturn} des Betrags im Jahr: ${sum.amount} × ${figures.assumedReturn} = ${sum.yearly}, geteilt durch ${formatInteger(12)} sind ${sum.monthly} im Monat. Break-even: ${sum.amount} geteilt durch die Ersparnis im Jahr = ${sum.years} Jahre. Anteil: ${sum.amount} geteilt durch ${perPercent} je Prozent = ${sum.share}. Stromkosten: ${normalCost} für ${exampleKwh} minus ${sum.yearly} = ${sum.cost}.`,
    caveat: 'Was ein Park wirklich bringt, hängt von Wetter und Strompreis ab.',
    announce: (sum: SavingsFigures) =>
      `Erwartete Ersparnis für ${sum.amount}: ${sum.yearly} im Jahr, Anteil ${sum.share}. Beispielrechnung, keine Zusage.`,
  },
  submit: {
    secure: 'Anteil sichern',
    advice: 'Beratungstermin vereinbaren',
    opensNewTab: '(öffnet in neuem Tab)',
    ready: 'Öffnet das Kontaktformular mit Ihrer Auswahl. Sie kaufen damit nichts.',
    missing: (entries: readonly Missing[], minimum: string) =>
      `Es fehlt noch: ${entries
        .map((entry) => (entry === 'minimum' ? `ein Betrag ab ${minimum}` : missing[entry]))
        .join(', ')}.`,
  },
} as const
