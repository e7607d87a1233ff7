import { formatInteger, formatShortEuro } from '@/lib/germanNumbers'
import { fees, packages, paymentPlans, pilot } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import { paths } from '@/lib/paths'
import { figures, todayText } from './figures'

const { spots, free, setup, minimumRate, withdrawal } = figures
const park = factsOf(pilot)
const { capacity, capacityKw, households, perHousehold } = park
const prices = packages
  .map(({ name, price }) => `${name} ${formatShortEuro(price)}`)
  .join(', ')
  .replace(/, ([^,]+)$/, ' und $1')
const sizes = packages
  .map(({ annualKwh }) => formatInteger(annualKwh))
  .join(', ')
  .replace(/, ([^,]+)$/, ' oder $1')
const instalments = paymentPlans
  .filter(({ months }) => months > 0)
  .map(({ months }) => months)
  .join(' oder ')

/** The customer's round example of the smallest package. */
const exampleFee = formatShortEuro(fees.packageInPilotText)

export const pilotText = {
  title: `Unser erster Park: ${spots}\u00a0Plätze für Pionier\u00adhaushalte.`,
  lead: `Der Pilotpark bei ${park.location} ist ein Solarpark, den sich viele Haushalte teilen, auch ohne eigenes Dach.`,
  offer: 'Einen Platz reservieren Sie **kostenlos und unverbindlich**.',
  reserve: 'Anteil reservieren',
  calculate: 'Ersparnis berechnen',
  condition: todayText,
} as const

export const fieldText = {
  drawing: `Der Park von oben mit ${spots} Plätzen.`,
  free: 'frei',
  taken: 'reserviert',
  /** Places are given in the order of their numbers. */
  next: 'der nächste',
  caption: `${spots} Plätze, keine einzelnen Module: Ihr Anteil gilt für den ganzen Park.`,
} as const

export const stepsText = {
  title: 'Vom Platz zur Gutschrift in drei Schritten',
  steps: [
    {
      when: 'Heute',
      title: 'Platz reservieren',
      text: 'Nach etwa drei Minuten haben Sie eine Platznummer. Absagen können Sie jederzeit und ohne Grund.',
      figure: free,
      condition: 'kostenlos, ohne Zahlungskarte',
    },
    {
      when: figures.contractWhen,
      title: 'Anteil wählen, Vertrag unterschreiben',
      text: `${figures.contractNews} Über den Link in der E-Mail wählen Sie Ihren endgültigen Anteil und unterschreiben digital.`,
      figure: setup,
      condition: 'Einrichtung, einmalig',
    },
    {
      when: 'Wenn der Park am Netz ist',
      title: 'Paket bezahlen, Gutschriften erhalten',
      text: `Sie zahlen einmal oder in ${instalments} Monatsraten. Erst jetzt beginnen die ${figures.term} mit einer Gutschrift jeden Monat: nach der echten Erzeugung Ihres Anteils, mindestens ${minimumRate} je Kilowattstunde.`,
      figure: `z. B. ${exampleFee}`,
      condition: 'Paketpreis, gerundet; Raten kosten mehr',
    },
  ],
  source: `Die ${exampleFee} sind ein gerundetes Beispiel für das kleinste Paket. Die genauen Paketpreise: ${prices}. Was Raten zusammen kosten, mit effektivem Jahreszins, rechnet Ihnen der [Gutschrifts\u00adrechner](${paths.calculator}) vor.`,
} as const

export const factsText = {
  title: 'Der Park in Zahlen',
  whyTwo: `Warum ${households} Haushalte und ${spots} Plätze?`,
  facts: [
    { label: 'Ort', figure: park.location, condition: 'Bayern' },
    { label: 'Leistung', figure: capacity, condition: 'des ganzen Parks, laut Projekt' },
    { label: 'Plätze', figure: spots, condition: 'die Sie bei uns reservieren können' },
    { label: 'Haushalte', figure: households, condition: 'eigene Angabe des Projekts' },
    { label: 'Stand', figure: park.status, condition: 'nach Angabe des Projekts' },
    {
      label: 'Plan des Projekts',
      figure: park.timeline,
      condition: 'eine Planung, keine Zusage',
    },
  ],
  source: `${households} ist die eigene Angabe des Projekts: ${capacityKw} geteilt durch ${households} sind rund ${perHousehold} je Haushalt. ${spots} ist die Zahl der Plätze, die wir vergeben. Ein Platz steht für ein Paket mit erwarteten ${sizes} kWh im Jahr und nicht für den ganzen Verbrauch eines Haushalts.`,
  progress: park.progress,
} as const

export const picturesText = {
  title: 'So kann ein Solarpark aussehen',
  lead: 'Den Pilotpark können wir noch nicht zeigen. Diese drei Bilder sind am Computer entstanden.',
  label: 'Beispielbild, computergeneriert.',
  aerial: {
    alt: 'Luftbild: ein Solarpark mit regelmäßigen Reihen zwischen Feldern, Hecken, einer Straße und einem Dorf (Beispielbild, computergeneriert)',
    caption: `Das Bild zeigt nicht die Fläche bei ${park.location}.`,
  },
  panels: {
    alt: 'Eine Reihe Solarmodule aus der Nähe, der Himmel spiegelt sich im Glas, davor Gras und Margeriten (Beispielbild, computergeneriert)',
    caption: 'Welche Module der Pilotpark bekommt, ist offen.',
  },
  path: {
    alt: 'Schafe weiden am späten Nachmittag auf dem Weg zwischen zwei Modulreihen (Beispielbild, computergeneriert)',
    caption: 'Schafe sind für den Pilotpark nicht zugesagt.',
  },
} as const

export const legalText = {
  title: 'Rechtlicher Hinweis',
  lead: `In einfachen Worten. Den genauen Wortlaut finden Sie in den [AGB](${paths.terms}).`,
  points: [
    {
      title: 'Die Reservierung bindet Sie nicht.',
      text: `Sie kostet ${free} und verpflichtet Sie zu keinem Vertrag.`,
    },
    {
      title: 'Der Vertrag kommt später.',
      text: `Erst wenn Sie ihn unterschrieben haben, werden einmalig ${setup} Einrichtung fällig.`,
    },
    {
      title: `Sie können ${withdrawal} lang widerrufen.`,
      text: `Die Frist beginnt mit dem Abschluss des Vertrags. Nach einem Widerruf erhalten Sie Ihre Zahlungen innerhalb von ${figures.refundDative} zurück.`,
    },
    {
      title: 'Kein Park, keine Kosten.',
      text: 'Wird der Park nicht verwirklicht, kann die Reservierung aufgehoben werden, und Sie erhalten alle Zahlungen zurück.',
    },
    {
      title: 'Es kann länger dauern.',
      text: 'Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht. Ihre gesetzlichen Rechte bleiben davon unberührt, auch bei Vorsatz und grober Fahrlässigkeit.',
    },
    {
      title: 'Sie erwerben ein Nutzungsrecht.',
      text: `Es gilt ${figures.term} für einen festen Anteil an der Erzeugung. Es ist kein Eigentum am Park und kein Finanzprodukt.`,
    },
  ],
} as const
