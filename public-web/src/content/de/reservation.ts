import { formatKwh } from '@/lib/germanNumbers'
import { packages } from '@/lib/offer/offer'
import { askForPlace, paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import { emailLink, phoneLink } from './companyLinks'
import { figures, todayText } from './figures'

const { minimumRate, term, termDative } = figures
/** What one module in the drawings stands for: the smallest package. */
const oneModule = formatKwh(Math.min(...packages.map(({ annualKwh }) => annualKwh)))

/**
 * Names the consent text below, which the server keeps word for word under the same version.
 * An editor who changes one word of `consentText`, or of the sentences around the button, adds a version
 * there, so that years later it can be shown what a household agreed to.
 */
export const CONSENT_VERSION = '2026-12-01'

export const consentText = {
  before: 'Ich stimme den ',
  terms: { label: 'Nutzungs\u00adbedingungen (AGB)', path: paths.terms },
  after: ' zu. Die Reservierung ist kostenlos und unverbindlich.',
  /** Beside the box, not in it: a notice is given, nobody has to agree to it. */
  notice: 'Zu Ihren Daten: ',
  privacy: { label: 'Datenschutzhinweise', path: paths.privacy },
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
  noScript: (company: Company) =>
    `Für dieses Formular wird JavaScript gebraucht. Ohne geht es auch: Schreiben Sie an ${emailLink(company)} oder rufen Sie an, ${phoneLink(company)}. Wir reservieren gern für Sie.`,
  offered: {
    title: (spot: number) => `Platz ${spot} ist für Sie gehalten`,
    lead: (until: string) => `Bis ${until}. Die Reservierung ist kostenlos und unverbindlich.`,
    moment: (at: string) => `${at.replace(' um ', ', ')}\u00a0Uhr`,
    most: (kwh: string) => `Für diesen Platz sind ${kwh} im Jahr frei.`,
  },
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
    lead: 'An Ihrem Stromvertrag ändert sich nichts.',
    next: 'Weiter zum Solarpaket',
    strip: {
      title: (yearly: string) => `Ihr Abschlag: **${yearly} im Jahr**.`,
      /** The credit beside twelve payments: how many of them it is worth, and what has to be paid for it. */
      compared: (name: string, credit: string, worth: string, paid: string) =>
        `Gelb zum Vergleich: ${name} bringt bei ${minimumRate} je Kilowattstunde erwartet ${credit} im Jahr, ${worth}. Vorher zahlen Sie ${paid}.`,
      worth: (count: string) => `so viel wie ${count} von zwölf Abschlägen`,
      worthLittle: 'weniger als einen halben von zwölf Abschlägen',
      worthMore: 'mehr als alle zwölf Abschläge',
    },
  },
  packages: {
    title: 'Wie groß soll Ihr Anteil sein?',
    lead: `Ein gelbes Modul steht für ${oneModule} im Jahr. Den endgültigen Anteil wählen Sie erst mit dem Vertrag.`,
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
    covered: 'Gedeckt nach',
    years: (years: string) => `${years} Jahren`,
    coveredBy: (plan: string) => `Mit Ihren ${plan} gedeckt nach`,
    coveredOnce: (years: string) => `einmal bezahlt: ${years} Jahre`,
    coveredAtMinimum: (years: string) => `bei ${minimumRate} ${years} Jahre`,
    today: 'heute',
    mark: (years: string) => `${years} Jahre`,
    end: term,
  },
  payment: {
    title: 'Wie möchten Sie später zahlen?',
    lead: 'Fällig wird das Paket erst, wenn der Park am Netz ist.',
    legend: 'Zahlungsplan',
    once: 'Einmal',
    perMonth: (count: number) => `im Monat, ${count}-mal`,
    more: (amount: string) => `${amount} mehr`,
    effective: (rate: string) => `effektiver Jahreszins ${rate}`,
    total: (sum: string, together: string, last: string, nominal: number) =>
      `Summe der Raten ${sum}, ${together}, letzte Rate ${last}, nominal ${nominal}\u00a0%`,
    covered: (once: string) => `Gedeckt nach **${once} Jahren**, bei ${minimumRate}.`,
    coveredInstead: (paid: string, once: string) =>
      `Gedeckt nach **${paid} statt ${once} Jahren**, bei ${minimumRate}.`,
    caveat: (price: string) =>
      `Jede Rate zahlen Sie am Monatsende. Gedeckt heißt: Alles ist zurück, was Sie zahlen, die Einrichtung eingeschlossen. Zum Vergleich: Einmal bezahlt kostet das Paket ${price}. Einen Vertrag darüber schließen Sie erst später.`,
    next: 'Weiter zu Ihren Daten',
  },
  contact: {
    title: 'Wohin dürfen wir schreiben?',
    lead: 'Ihre Bestätigung kommt per E-Mail. Anrufen werden wir nur, wenn etwas unklar ist.',
    review: 'Ihre Angaben',
    money: 'Was Sie zahlen und erwarten können',
    change: 'Ändern',
    rate: (rate: string) => `Erwartete Gutschrift ${rate} je kWh`,
    free: 'Kostenlos und unverbindlich',
    freeDetail: todayText,
    submitSubject: 'Platz',
    submitVerb: 'reservieren',
    sentTo: 'Ihre Adresse: ',
    notKept:
      'Aus Datenschutz merken wir uns Namen, E-Mail-Adresse und Telefon nicht, wenn Sie die Seite neu laden.',
    sending: 'Wird reserviert...',
    missing: 'Es fehlen noch:',
  },
  back: 'Zurück',
  receipt: {
    title: 'Ihre Reservierung',
  },
  bar: {
    label: 'Kosten und nächster Schritt',
    today: 'Heute',
    later: 'später',
    back: 'erwartet im Jahr',
  },
} as const

/** Instead of the form while nobody can reserve; apart from its texts, which another page has a copy of. */
export const closedText = {
  toList: 'Alle Plätze sind vergeben. Wir bringen Sie zur Warteliste …',
  cancelled: {
    title: 'Dieser Solarpark wird nicht gebaut',
    text: `Der Pilotpark ist abgesagt, deshalb nehmen wir hier keine Reservierungen mehr an. Wer einen Platz hatte, hat eine Mail von uns bekommen. Haben Sie Fragen? [Schreiben Sie uns](${paths.contact}).`,
  },
  // Also for the moment before it is known whether a place is held for the visitor.
  full: {
    title: 'Gerade ist kein Platz frei',
    text: `Halten wir einen Platz für Sie, öffnet sich gleich das Formular dafür. Sonst bekommen Sie [auf der Warteliste](${paths.waitingList}) den nächsten, der für Sie frei wird.`,
  },
  paused: {
    title: 'Gerade nehmen wir keine Reservierungen an',
    text: `Im Pilotpark machen wir eine Pause, deshalb fragen wir Sie nicht erst nach Ihren Daten. Bitte schauen Sie später noch einmal vorbei. Sollen wir uns bei Ihnen melden? [Schreiben Sie uns](${askForPlace}).`,
  },
  park: 'Den Pilotpark ansehen',
  calculate: 'Gutschrift ausrechnen',
} as const
