import { formatShortEuro } from '@/lib/germanNumbers'
import { monthsToCover } from '@/lib/offer/credit'
import { paidFor } from '@/lib/offer/instalments'
import { creditRate, packageOf, termYears } from '@/lib/offer/offer'
import { type Path, paths } from '@/lib/paths'
import { figures, figureText } from './figures'

/** What stands in a picture for sharing; never part of a page. */
export interface SharePictureWords {
  /** Lines of the headline, as they are set. */
  headline: readonly string[]
  /** A sentence below it, where one belongs to the headline. */
  condition?: string
  /** Instead of the page's name, where that says too little. */
  page?: string
}

const example = packageOf(2000)
const paid = paidFor({ total: example.price })

/** The months that the carpet of the calculator draws as covering what is paid. */
export const coveredMonths = monthsToCover(paid, example.annualKwh, creditRate.minimum)

/** By page; one that shares its picture with others speaks for them. */
export const sharePictureWords: Readonly<Partial<Record<Path, SharePictureWords>>> = {
  [paths.home]: {
    headline: ['Solarstrom braucht', 'kein eigenes Dach.', 'Nur einen Platz', 'im Feld.'],
    page: 'Anteile am Solarpark',
  },
  [paths.pilot]: {
    headline: [`${figures.spots} Plätze`, 'für Haushalte.'],
    condition: 'Einer davon kann Ihrer sein.',
  },
  [paths.howItWorks]: {
    headline: ['In drei Schritten', 'zum eigenen Anteil.'],
  },
  [paths.about]: {
    headline: ['Haushalte und', 'Solarparks finden', 'zusammen.'],
  },
  [paths.calculator]: {
    headline: [`${figures.months} Monate,`, 'durchgerechnet.'],
    condition: `${figureText.caveat}: Paket ${example.name}, ${figures.minimumRate} je Kilowattstunde.`,
  },
  [paths.comparison]: {
    headline: ['Vier Wege', 'zu Solarstrom', 'im Vergleich.'],
  },
  [paths.whatIf]: {
    headline: ['Und wenn etwas', 'schiefgeht?'],
  },
  [paths.faqs]: {
    headline: ['Was Sie vorher', 'wissen möchten.'],
  },
  [paths.reservation]: {
    headline: ['Heute reservieren,', 'später entscheiden.'],
    condition: `Kostenlos und unverbindlich: heute ${figures.free}.`,
  },
  [paths.contact]: {
    headline: ['Es antwortet', 'ein Mensch.'],
  },
  [paths.english]: {
    headline: ['Solar power', 'without a roof', 'of your own.'],
  },
  [paths.plain]: {
    headline: ['Das Angebot', 'in einfacher', 'Sprache.'],
  },
  [paths.terms]: {
    headline: ['Bedingungen,', 'die man lesen kann.'],
    page: 'Rechtliches',
  },
}

/** What the two colours of the calculator's carpet mean. */
export const monthsLegend = [
  `${coveredMonths} decken ${formatShortEuro(paid)}`,
  `${termYears * 12 - coveredMonths} danach`,
] as const
/** Names of the four parcels of the comparison, as they are placed. */
export const comparedWays = ['Eigenes Dach', 'Balkon', 'Anteil', 'Tarif'] as const
/** The flag at the lit place of the start page's picture. */
export const placeFlag = 'Ihr Platz'
