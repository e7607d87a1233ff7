import { formatInteger } from '@/lib/germanNumbers'
import { reservationPayment } from '@/lib/offer/instalments'
import { packages, paymentPlans, pilot } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import { emailLink, phoneLink } from './companyLinks'
import { figures } from './figures'

const prices = packages.map(({ price }) => price)
const surcharges = packages.flatMap(({ price }) =>
  paymentPlans
    .filter(({ months }) => months > 0)
    .map((plan) => reservationPayment(price, plan).surcharge),
)

export const missionText = {
  title: 'Solarstrom für Haushalte ohne eigenes\u00a0Dach',
  lead: 'Voltigo gibt es für Haushalte, die kein Dach für eine eigene Anlage nutzen können.',
  houses: [
    { title: 'Zur Miete', text: 'Das Dach gehört jemand anderem.' },
    {
      title: 'Eigentums\u00adwohnung',
      text: 'Das Dach gehört allen gemeinsam, und alle müssten zustimmen.',
    },
    { title: 'Dach im Schatten', text: 'Das Dach gehört Ihnen, aber es hat zu wenig Sonne.' },
  ],
  field: {
    title: 'Ein Feld, das reicht',
    text: `Im Park bekommt jeder dieser Haushalte einen festen Anteil und dafür ${figures.term} lang Gutschriften nach echter Erzeugung.`,
  },
} as const

export const purposeText = {
  title: 'Unsere Mission',
  paragraphs: [
    'Solarstrom soll nicht davon abhängen, wem ein Dach gehört. Deshalb machen wir es einfach, einen kleinen Teil eines Parks zu nutzen, ohne Baustelle und ohne Wechsel des Versorgers.',
    'Sie sollen jede Zahl nachrechnen können. Bei unseren Beispielrechnungen steht darum, woher die Zahlen kommen.',
  ],
} as const

export const earningsText = {
  title: 'Woran wir verdienen',
  text: 'Wir leben vom Verkauf der Anteile. Was Sie uns zahlen, steht hier vollständig.',
  rows: [
    {
      what: 'Reservierung',
      amount: figures.free,
      note: 'Daran verdienen wir nichts.',
    },
    {
      what: 'Einrichtung',
      amount: figures.setup,
      note: 'Einmal, erst nach der Unterschrift.',
    },
    {
      what: 'Paketpreis',
      amount: `${formatInteger(Math.min(...prices) / 100)} bis ${formatInteger(Math.max(...prices) / 100)}\u00a0€`,
      note: 'Je nach Größe, sobald der Park am Netz ist.',
    },
    {
      what: 'Aufpreis bei Raten',
      amount: `${formatInteger(Math.min(...surcharges) / 100)} bis ${formatInteger(Math.max(...surcharges) / 100)}\u00a0€`,
      note: 'Je nach Paket und Zahl der Raten.',
    },
    {
      what: 'Jahresgebühr',
      amount: figures.yearlyFee,
      note: 'Eine jährliche Gebühr gibt es nicht.',
    },
  ],
  after: `Ihre Gutschrift ist der Gewinn des Parks je Kilowattstunde, mindestens ${figures.minimumRate}. Reicht der Gewinn nicht für das Minimum, schulden wir es Ihnen trotzdem. [Den ganzen Weg des Geldes](${paths.howItWorks}) haben wir aufgezeichnet.`,
} as const

export const promiseText = {
  title: 'Was wir zusagen und was nicht',
  columns: [
    {
      title: 'Das sagen wir zu',
      points: [
        `Mindestens ${figures.minimumRate} je Kilowatt\u00adstunde, die Ihr Anteil erzeugt.`,
        'Rückkauf jederzeit, zum fairen Marktpreis.',
        'Kein Park, keine Kosten: Dann bekommen Sie alle Zahlungen zurück.',
        'Ihr Versorger bleibt, Ihr Anteil zieht mit um.',
      ],
    },
    {
      title: 'Das sagen wir nicht zu',
      points: [
        'Wie viel der Park erzeugt: Das hängt von Wetter und Jahr ab.',
        'Mehr als das Minimum.',
        'Ein Datum, an dem der Park ans Netz geht.',
        'Einen Gewinn: Ein Anteil ist ein Nutzungsrecht und kein Finanzprodukt.',
      ],
    },
  ],
} as const

export const whoText = (company: Company) =>
  ({
    title: 'Über uns: wer wir sind',
    company: {
      title: 'Das Unternehmen',
      name: company.name,
      lines: [company.street, company.postcodeCity],
      note: `Ihr Vertragspartner. Alle Pflichtangaben stehen im [Impressum](${paths.imprint}).`,
    },
    studio: {
      title: 'Das Startup-Studio',
      text: 'Voltigo wird von einem Startup-Studio unterstützt. Es hilft jungen Unternehmen beim Aufbau.',
    },
    park: {
      title: 'Der Park',
      text: `Unser erster Park liegt bei ${figures.parkPlace} in Bayern: ${factsOf(pilot).capacity}, ${figures.spots} Plätze für Haushalte. [Zum Pilotpark](${paths.pilot})`,
    },
    contact: {
      title: 'So erreichen Sie uns',
      lines: [emailLink(company), phoneLink(company)],
      note: `Oder über die [Kontaktseite](${paths.contact}). Es antwortet ein Mensch.`,
    },
  }) as const

export const closingText = {
  title: `Einer von ${figures.spots} Plätzen kann Ihrer sein.`,
  text: `Reservieren kostet ${figures.free} und bindet Sie nicht.`,
  reserve: 'Anteil reservieren',
  how: 'Wie es funktioniert',
} as const
