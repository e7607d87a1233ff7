import { formatInteger, formatKwh } from '@/lib/germanNumbers'
import { packages, termYears } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import type { ProblemCode } from '@/lib/reservation/rules'
import type { RequiredField } from '@/lib/reservation/values'
import { figures } from './figures'

const { card, contractWeeks, free, minimumRate, setup, spots, term, termDative } = figures
/** What one module in the drawings stands for: the smallest package. */
const oneModule = formatKwh(Math.min(...packages.map(({ annualKwh }) => annualKwh)))

/**
 * Names the consent text below, which the server keeps word for word under the same version.
 * Whoever changes one word of `consentText` adds a version there, so that years later it can be
 * shown what a household agreed to.
 */
export const CONSENT_VERSION = '2026-11-22'

export const consentText = {
  before: 'Ich stimme den ',
  terms: { label: 'Nutzungsbedingungen (AGB)', path: paths.terms },
  between: ' zu und habe die ',
  privacy: { label: 'Datenschutzhinweise', path: paths.privacy },
  after: ' gelesen. Die Reservierung ist kostenlos und unverbindlich.',
  newTab: '(öffnet in neuem Tab)',
} as const

export const stepLabels = [
  'Energieverbrauch',
  'Solarpaket & Gutschrift',
  'Zahlung',
  'Ihre Daten',
] as const

export const formText = {
  title: 'Reservieren Sie Ihren Platz im Solarpark',
  lead: 'Vier kurze Schritte. Die Reservierung ist kostenlos und unverbindlich, bis zum Vertrag bindet Sie nichts.',
  noScript:
    'Für die Reservierung wird JavaScript gebraucht. Wenn Ihr Browser es nicht ausführt, schreiben Sie uns bitte: Wir reservieren gern für Sie.',
  steps: {
    landmark: 'Fortschritt',
    progress: (current: number, count: number) => `Schritt ${current} von ${count}`,
    mobile: (current: number, count: number) => `${current} von ${count}`,
    defaultLabel: (step: number) => `Schritt ${step}`,
    done: 'Erledigt:',
    locked: 'Öffnet sich nach Schritt 1',
    upcoming: 'Danach folgen',
  },
  energy: {
    title: 'Wie ist es heute?',
    lead: 'Damit schätzen wir ein, wie gut ein Anteil zu Ihrem Haushalt passt. An Ihrem Stromvertrag ändert sich nichts.',
    next: 'Weiter zum Solarpaket',
  },
  packages: {
    title: 'Wie groß soll Ihr Anteil sein?',
    lead: `Ein gelbes Modul steht für ${oneModule} im Jahr. Den endgültigen Anteil wählen Sie erst, wenn der Park bestätigt ist.`,
    legend: 'Solarpaket',
    recommended: 'Empfohlen',
    expected: (kwh: string) => `${kwh} im Jahr erwartet`,
    covered: (years: string) => `Bei ${minimumRate} nach ${years} Jahren gedeckt`,
    next: 'Weiter zur Zahlung',
  },
  credit: {
    title: 'Mit welcher Gutschrift rechnen Sie?',
    lead: `${minimumRate} je kWh sind das Minimum. Mehr wird es, wenn der Park mehr verdient. Das hier ist Ihre Annahme, sie ändert nichts am Vertrag.`,
    label: 'Erwartete Gutschrift',
    minimum: 'Minimum',
    annual: 'Gutschrift im Jahr',
    monthly: (amount: string) => `im Schnitt ${amount} im Monat`,
    total: `In ${termDative}`,
    minimumTotal: (amount: string) => `bei ${minimumRate} ${amount}`,
    covered: 'Preis gedeckt nach',
    years: (years: string) => `${years} Jahren`,
    coveredBy: (plan: string) => `Mit Ihren ${plan} gedeckt nach`,
    coveredOnce: (years: string) => `einmal bezahlt: ${years} Jahre`,
    coveredAtMinimum: (years: string) => `bei ${minimumRate} ${years} Jahre`,
    today: 'heute',
    mark: (years: string) => `${years} Jahre`,
    end: term,
    source: (sum: {
      kwh: string
      rate: string
      annual: string
      total: string
      price: string
      paidTotal: string
      plan: string
      once: string
      paid: string
    }) =>
      `${sum.kwh} × ${sum.rate} = ${sum.annual} im Jahr, × ${formatInteger(termYears)} = ${sum.total}. Paketpreis: (${sum.price} + ${figures.breakEvenExtra}) ÷ ${sum.annual} = ${sum.once} Jahre; die ${figures.breakEvenExtra} gehören zur Formel, Sie zahlen sie nicht. Wirklich gezahlt, ${sum.plan} und Einrichtung: (${sum.paidTotal} + ${setup}) ÷ ${sum.annual} = ${sum.paid} Jahre. Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr.`,
  },
  payment: {
    title: 'Wie möchten Sie später zahlen?',
    lead: 'Fällig wird das Paket erst, wenn der Park am Netz ist.',
    legend: 'Zahlungsplan',
    once: 'Einmal',
    columns: {
      instalment: 'Rate',
      total: 'Summe',
      surcharge: 'Aufpreis',
      rate: 'Effektiver Jahreszins',
    },
    none: '–',
    effect: (plan: string, rate: string, paid: string, once: string) =>
      `${plan}: bei ${rate} nach **${paid} statt ${once} Jahren** gedeckt, die Einrichtung mitgezählt.`,
    last: (amount: string, nominal: number) => `Letzte Rate ${amount}, nominal ${nominal}\u00a0%`,
    caveat: (price: string) =>
      `Jede Rate zahlen Sie am Monatsende. Zum Vergleich: Einmal bezahlt kostet das Paket ${price}. Einen Vertrag darüber schließen Sie erst später.`,
    next: 'Weiter zu Ihren Daten',
  },
  contact: {
    title: 'Wohin dürfen wir schreiben?',
    lead: 'Ihre Bestätigung kommt per E-Mail. Anrufen werden wir nur, wenn etwas unklar ist.',
    review: 'Ihre Angaben',
    change: 'Ändern',
    household: (size: string) => (size === '1' ? '1 Person' : `${size} Personen`),
    monthly: (amount: string) => `${amount} Abschlag im Monat`,
    rate: (rate: string) => `Erwartete Gutschrift ${rate} je kWh`,
    free: 'Kostenlos und unverbindlich',
    freeDetail: `Heute zahlen Sie nichts. Für die Kartenprüfung wird ${card} vorgemerkt und zurückgegeben.`,
    submit: 'Platz reservieren',
    sending: 'Wird reserviert...',
    incomplete: 'Zum Reservieren fehlen noch Angaben oder Ihre Zustimmung.',
  },
  back: 'Zurück',
  receipt: {
    title: 'Ihre Reservierung',
    once: 'einmal bezahlt',
    subject: (name: string, kwh: string, plan: string) => `${name}, ${kwh} im Jahr, ${plan}`,
    pay: 'Was Sie zahlen',
    today: 'Heute',
    contract: 'Mit dem Vertrag',
    contractDetail: `Einrichtung, in etwa ${contractWeeks}`,
    grid: 'Wenn der Park am Netz ist',
    instalments: (count: number, amount: string) => `${count} Raten, je ${amount}`,
    lastInstalment: (amount: string) => `letzte Rate ${amount}`,
    effective: (rate: string) => `effektiver Jahreszins ${rate}`,
    yearly: 'Jahresgebühr',
    sum: 'Zusammen',
    covered: 'Gedeckt nach',
    coveredDetail: (rate: string, once: string) => `bei ${rate}; einmal bezahlt ${once} Jahre`,
    years: (years: string) => `${years} Jahren`,
    get: 'Was Sie bekommen',
    minimum: `Bei ${minimumRate}, dem Minimum`,
    term: `in ${termDative}`,
    assumption: (rate: string) => `Mit Ihrer Annahme, ${rate}`,
    caveat: `${card} wird zur Kartenprüfung vorgemerkt und zurückgegeben. Gutschriften: Beispielrechnung, keine Zusage.`,
    barLabel: 'Kurzübersicht',
    barOnce: 'einmal',
    barTerm: (rate: string) => `${term}, ${rate}`,
    expand: 'Übersicht anzeigen',
    collapse: 'Übersicht schließen',
  },
} as const

export const fieldText = {
  postcode: { label: 'Postleitzahl', hint: 'Fünf Ziffern, zum Beispiel 85049' },
  energy_provider: { label: 'Ihr Stromversorger', placeholder: 'Bitte wählen' },
  household_size: { label: 'Personen im Haushalt', placeholder: 'Bitte wählen' },
  monthly_abschlag: {
    label: 'Abschlag im Monat',
    hint: 'Steht auf Ihrer Stromrechnung, zum Beispiel 85,50',
    unit: '€ / Monat',
    unreadable: `Diesen Betrag können wir nicht lesen und rechnen mit ${free}. Schreiben Sie ihn zum Beispiel so: 85,50`,
  },
  first_name: { label: 'Vorname' },
  last_name: { label: 'Nachname' },
  email: { label: 'E-Mail-Adresse', hint: 'An diese Adresse geht Ihre Bestätigung' },
  mobile_phone: { label: 'Mobilnummer', hint: 'Zum Beispiel 0151 23456789' },
  consent: { label: 'Zustimmung' },
} as const

export const problemText: Record<RequiredField, Partial<Record<ProblemCode, string>>> = {
  postcode: {
    missing: 'Bitte geben Sie Ihre Postleitzahl ein.',
    malformed: 'Die Postleitzahl hat fünf Ziffern, zum Beispiel 85049.',
    unknown: 'Diese Postleitzahl gibt es nicht.',
  },
  energy_provider: { missing: 'Bitte wählen Sie Ihren Stromversorger.' },
  household_size: { missing: 'Bitte wählen Sie, wie viele Personen im Haushalt leben.' },
  monthly_abschlag: { missing: 'Bitte geben Sie Ihren monatlichen Abschlag ein.' },
  first_name: { missing: 'Bitte geben Sie Ihren Vornamen ein.' },
  last_name: { missing: 'Bitte geben Sie Ihren Nachnamen ein.' },
  email: {
    missing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    malformed: 'Diese E-Mail-Adresse ist nicht vollständig, zum Beispiel name@beispiel.de.',
  },
  mobile_phone: {
    missing: 'Bitte geben Sie Ihre Mobilnummer ein.',
    malformed: 'Diese Mobilnummer ist nicht vollständig, zum Beispiel 0151 23456789.',
  },
  consent: { missing: 'Bitte stimmen Sie den Nutzungsbedingungen zu.' },
}

export const submissionText = {
  consentToast: {
    title: 'Zustimmung erforderlich',
    text: 'Bitte stimmen Sie den Nutzungsbedingungen zu.',
  },
  failureToast: {
    title: 'Fehler bei der Reservierung',
    text: 'Bitte versuchen Sie es erneut oder kontaktieren Sie uns.',
  },
  closeToast: 'Meldung schließen',
  summary: (count: number) =>
    count === 1
      ? 'Eine Angabe fehlt noch oder stimmt nicht:'
      : `${count} Angaben fehlen noch oder stimmen nicht:`,
  clarifying:
    'Die Verbindung war unterbrochen. Wir fragen gerade nach, ob Ihre Reservierung angekommen ist.',
  unclear:
    'Wir konnten nicht klären, ob Ihre Reservierung angekommen ist. Sie können sie gefahrlos noch einmal absenden: Einen zweiten Platz reserviert das nicht.',
  lostAfterReload:
    'Die Seite wurde während des Absendens neu geladen, und Ihre Reservierung ist nicht angekommen. Bitte senden Sie sie noch einmal ab.',
  parkFull: `Alle ${spots} Plätze im Pilotpark sind vergeben, deshalb konnten wir keinen Platz für Sie reservieren. Schreiben Sie uns über die [Kontaktseite](${paths.contact}), wenn wir uns bei Ihnen melden sollen, sobald einer frei wird.`,
  emailLimit: `Für diese E-Mail-Adresse gibt es schon so viele Reservierungen, wie wir annehmen können. Wenn Sie eine davon ändern möchten, schreiben Sie uns über die [Kontaktseite](${paths.contact}).`,
  phoneLimit: `Für diese Mobilnummer gibt es schon so viele Reservierungen, wie wir annehmen können. Wenn Sie eine davon ändern möchten, schreiben Sie uns über die [Kontaktseite](${paths.contact}).`,
  parkPaused: `Im Pilotpark nehmen wir gerade keine Reservierungen an. Ihre Angaben bleiben hier stehen; bitte versuchen Sie es später noch einmal. Bei Fragen erreichen Sie uns über die [Kontaktseite](${paths.contact}).`,
  rateLimited: (seconds: number | null) =>
    seconds === null
      ? 'Von Ihrem Anschluss kamen gerade sehr viele Anfragen. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.'
      : `Von Ihrem Anschluss kamen gerade sehr viele Anfragen. Bitte versuchen Sie es in ${waitOf(seconds)} noch einmal.`,
} as const

function waitOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} Sekunden`
  return `${Math.ceil(seconds / 60)} Minuten`
}
