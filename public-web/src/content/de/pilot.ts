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
  lead: 'Verbindlich wird es erst mit Ihrer Unterschrift. Das Paket bezahlen Sie erst, wenn der Park am Netz ist.',
  steps: [
    {
      when: 'Heute',
      title: 'Platz reservieren',
      text: 'Vier kurze Schritte, etwa drei Minuten, dann haben Sie eine Platznummer. Absagen können Sie jederzeit und ohne Grund.',
      figure: free,
      condition: 'kostenlos, ohne Zahlungskarte',
    },
    {
      when: figures.contractWhen,
      title: 'Anteil wählen, Vertrag unterschreiben',
      text: `${figures.contractNews} In der E-Mail steht der Link zu Ihrem Dashboard. Dort wählen Sie Ihren endgültigen Anteil und unterschreiben digital. Danach können Sie ${withdrawal} lang widerrufen.`,
      figure: setup,
      condition: 'Einrichtung, einmalig, erst nach der Unterschrift',
    },
    {
      when: 'Wenn der Park am Netz ist',
      title: 'Paket bezahlen, Gutschriften erhalten',
      text: `Sie zahlen einmal oder in ${instalments} Monatsraten. Erst jetzt gilt die Laufzeit von ${figures.termDative}. Jeden Monat folgt eine Gutschrift nach der echten Erzeugung Ihres Anteils, mindestens ${minimumRate} je Kilowattstunde.`,
      figure: `z. B. ${exampleFee}`,
      condition: 'Paketpreis, gerundet. In Raten kommt ein Aufpreis dazu.',
    },
  ],
  source: `Die ${exampleFee} sind ein gerundetes Beispiel für das kleinste Paket. Die genauen Paketpreise: ${prices}. Was Raten zusammen kosten, mit effektivem Jahreszins, rechnet Ihnen der [Gutschrifts\u00adrechner](${paths.calculator}) vor.`,
} as const

export const factsText = {
  title: 'Der Park in Zahlen',
  lead: `${households} Haushalte und ${spots} Plätze: Die beiden Zahlen bedeuten Unterschiedliches.`,
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
  timeline: `„${park.timeline}“ ist die Planung des Projekts. ${figures.contractNews}`,
} as const

export const picturesText = {
  title: 'So kann ein Solarpark aussehen',
  lead: `Den Pilotpark können wir Ihnen noch nicht zeigen. Deshalb drei Beispielbilder, am Computer entstanden und ohne ein bestimmtes Vorbild.`,
  label: 'Beispielbild, computergeneriert.',
  aerial: {
    alt: 'Luftbild: ein Solarpark mit regelmäßigen Reihen zwischen Feldern, Hecken, einer Straße und einem Dorf (Beispielbild, computergeneriert)',
    caption: `Das Bild zeigt nicht die Fläche bei ${park.location}.`,
  },
  panels: {
    alt: 'Eine Reihe Solarmodule aus der Nähe, der Himmel spiegelt sich im Glas, davor Gras und Margeriten (Beispielbild, computergeneriert)',
    caption: 'Welche Module der Pilotpark bekommt, steht damit nicht fest.',
  },
  path: {
    alt: 'Schafe weiden am späten Nachmittag auf dem Weg zwischen zwei Modulreihen (Beispielbild, computergeneriert)',
    caption:
      'Auf manchen Parks halten Schafe das Gras kurz. Für den Pilotpark ist das nicht zugesagt.',
  },
} as const

export const legalText = {
  title: 'Rechtlicher Hinweis',
  lead: `In einfachen Worten. Den genauen Wortlaut finden Sie in den [AGB](${paths.terms}).`,
  points: [
    {
      title: 'Die Reservierung bindet Sie nicht.',
      text: `Sie kostet ${free} und verpflichtet Sie zu keinem Vertrag. Eine Zahlungskarte brauchen Sie dafür nicht.`,
    },
    {
      title: 'Der Vertrag kommt später.',
      text: `${figures.contractNews} Erst wenn Sie unterschrieben haben, werden einmalig ${setup} Einrichtung fällig.`,
    },
    {
      title: `Sie können ${withdrawal} lang widerrufen.`,
      text: `Die Frist beginnt mit dem Abschluss des Vertrags. Nach einem Widerruf erhalten Sie Ihre Zahlungen innerhalb von ${figures.refundDative} zurück.`,
    },
    {
      title: 'Kein Park, keine Kosten.',
      text: 'Wird der Park nicht verwirklicht, kann die Reservierung aufgehoben werden. Sie erhalten alle Zahlungen zurück. Ein nicht verwirklichter Park kostet Sie nichts.',
    },
    {
      title: 'Es kann länger dauern.',
      text: 'Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht. Ihre gesetzlichen Rechte bleiben davon unberührt, auch bei Vorsatz und grober Fahrlässigkeit.',
    },
    {
      title: 'Sie erwerben ein Nutzungsrecht.',
      text: `Es gilt ${figures.term} für einen festen Anteil an der Erzeugung des Parks. Eigentum am Park ist damit nicht verbunden, und es ist kein Finanzprodukt.`,
    },
  ],
} as const
