import { formatInteger, formatKwh } from '@/lib/germanNumbers'
import { packages, termYears } from '@/lib/offer/offer'
import { askForPlace, paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import { emailLink, phoneLink } from './companyLinks'
import { cardText, figures } from './figures'

const { contractWeeks, minimumRate, setup, term, termDative } = figures
/** What one module in the drawings stands for: the smallest package. */
const oneModule = formatKwh(Math.min(...packages.map(({ annualKwh }) => annualKwh)))

/**
 * Names the consent text below, which the server keeps word for word under the same version.
 * An editor who changes one word of `consentText`, or of the sentences around the button, adds a version
 * there, so that years later it can be shown what a household agreed to.
 */
export const CONSENT_VERSION = '2026-11-26'

export const consentText = {
  before: 'Ich stimme den ',
  terms: { label: 'Nutzungs\u00adbedingungen (AGB)', path: paths.terms },
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
  noScript: (company: Company) =>
    `Für dieses Formular wird JavaScript gebraucht. Ohne geht es auch: Schreiben Sie an ${emailLink(company)} oder rufen Sie an, ${phoneLink(company)}. Wir reservieren gern für Sie. Die Anschrift steht auf der [Kontaktseite](${paths.contact}).`,
  offered: {
    title: (spot: number) => `Platz ${spot} ist für Sie gehalten`,
    lead: (until: string) => `Bis ${until}. Die Reservierung ist kostenlos und unverbindlich.`,
    moment: (at: string) => `${at.replace(' um ', ', ')}\u00a0Uhr`,
    most: (kwh: string) =>
      `Für diesen Platz sind ${kwh} im Jahr frei. Größere Pakete können Sie dafür nicht wählen.`,
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
    lead: 'Aus dem Abschlag rechnen wir Ihnen gleich vor, wie viel davon zurückkommt. An Ihrem Stromvertrag ändert sich nichts.',
    next: 'Weiter zum Solarpaket',
    strip: {
      title: (yearly: string) => `Ihr Abschlag: **${yearly} im Jahr**.`,
      back: (name: string, credit: string, count: string) =>
        `Gelb kommt zurück: ${name} bringt bei ${minimumRate} ${credit} im Jahr, so viel wie ${count} von zwölf Abschlägen. Der Abschlag selbst bleibt, wie er ist.`,
      covered: (name: string, credit: string) =>
        `${name} bringt bei ${minimumRate} ${credit} im Jahr, mehr als alle zwölf Abschläge zusammen. Der Abschlag selbst bleibt, wie er ist.`,
    },
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
    perMonth: (count: number) => `im Monat, ${count}-mal`,
    more: (amount: string) => `${amount} mehr`,
    effective: (rate: string) => `effektiver Jahreszins ${rate}`,
    total: (amount: string, last: string, nominal: number) =>
      `zusammen ${amount}, letzte Rate ${last}, nominal ${nominal}\u00a0%`,
    covered: (once: string) => `Gedeckt nach **${once} Jahren**, bei ${minimumRate}.`,
    coveredInstead: (paid: string, once: string) =>
      `Gedeckt nach **${paid} statt ${once} Jahren**, bei ${minimumRate}.`,
    assumption: (rate: string, once: string) => `Mit Ihrer Annahme, ${rate}: nach ${once}.`,
    assumptionInstead: (rate: string, paid: string, once: string) =>
      `Mit Ihrer Annahme, ${rate}: nach ${paid} statt ${once}.`,
    caveat: (price: string) =>
      `Jede Rate zahlen Sie am Monatsende; bei den Jahren zählt die Einrichtung mit. Zum Vergleich: Einmal bezahlt kostet das Paket ${price}. Einen Vertrag darüber schließen Sie erst später.`,
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
    freeDetail: `${cardText.today} ${cardText.later}`,
    submitSubject: 'Platz',
    submitVerb: 'reservieren',
    sentTo: 'Wir schreiben an ',
    notKept:
      'Aus Datenschutz merken wir uns Namen, E-Mail-Adresse und Telefon nicht, wenn Sie die Seite neu laden.',
    sending: 'Wird reserviert...',
    missing: 'Es fehlen noch:',
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
    caveat: `${cardText.today} ${cardText.later} Gutschriften: Beispielrechnung, keine Zusage.`,
  },
  bar: {
    label: 'Kosten und nächster Schritt',
    today: 'Heute',
    later: 'später',
    back: 'zurück im Jahr',
    atLeast: (amount: string) => `ab ${amount}`,
    instalments: (count: number, amount: string) => `${count} × ${amount}`,
    expand: 'Übersicht anzeigen',
    collapse: 'Übersicht schließen',
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
