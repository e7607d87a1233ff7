import { type Path, paths } from '@/lib/paths'

/** The picture that messengers and networks show beside a link to a page. */
export interface SharePicture {
  /** Address on this site. */
  path: string
  width: number
  height: number
  alt: string
}

/** Drawn by `npm run share-pictures`; the words in them stand in `sharePictureWords.ts`. */
const picture = (slug: string, alt: string): SharePicture => ({
  path: `/teilen/${slug}.png`,
  width: 1200,
  height: 630,
  alt,
})

const home = picture('startseite', 'Solarpark zwischen Feldern, von oben. Ein Modul leuchtet gelb.')
const texts = picture(
  'rechtliches',
  'Felder von oben, deren Furchen wie Zeilen eines Textes laufen.',
)

const pictures: Partial<Record<Path | 'notFound', SharePicture>> = {
  [paths.home]: home,
  [paths.pilot]: picture('pilot', 'Ein Feld mit allen Plätzen des Pilotparks, einer ist gelb.'),
  [paths.howItWorks]: picture(
    'wie-es-funktioniert',
    'Ein Weg führt vom Haus über drei Stationen zum Solarpark.',
  ),
  [paths.about]: picture('ueber-uns', 'Ein Dorf und ein Solarpark nebeneinander, von oben.'),
  [paths.calculator]: picture(
    'rechner',
    'Ein Raster aus Monaten: grüne Kästchen decken den Preis, gelbe kommen danach.',
  ),
  [paths.comparison]: picture(
    'vergleich',
    'Vier Felder von oben: eigenes Dach, Balkon, Anteil am Park und Stromtarif.',
  ),
  [paths.whatIf]: picture('schiefgehen', 'Ein Solarpark mit Lücken, ein Modul leuchtet gelb.'),
  [paths.faqs]: picture('fragen', 'Ein Fragezeichen aus Solarmodulen auf einer Wiese.'),
  [paths.reservation]: picture('reservierung', 'Freie Plätze im Feld, einer ist gelb belegt.'),
  [paths.contact]: picture('kontakt', 'Felder und Wege, die von oben einen Briefumschlag bilden.'),
  [paths.withdrawal]: texts,
  [paths.cancellation]: texts,
  [paths.terms]: texts,
  [paths.privacy]: texts,
  [paths.imprint]: texts,
  [paths.accessibility]: texts,
  [paths.measures]: texts,
  [paths.english]: picture(
    'english',
    'A solar park between fields, from above. One module is yellow.',
  ),
  [paths.plain]: picture('einfach', 'Ein Solarpark von oben, ein Platz darin ist gelb.'),
}

/** The picture of a page; those that nobody shares have the start page's. */
export function sharePictureOf(page: Path | 'notFound'): SharePicture {
  return pictures[page] ?? home
}
