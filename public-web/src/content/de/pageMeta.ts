import { type Path, paths } from '@/lib/paths'

/** What a page is called in the browser and in search results. */
export interface PageMeta {
  title: string
  description: string
  /** Whether search engines may list it. */
  indexed: boolean
}

/** The picture that messengers and networks show beside a link to any of our pages. */
export const sharedPicture = {
  path: '/solarpark.jpg',
  width: 1200,
  height: 630,
  alt: 'Solarpark am Morgen: Modulreihen in einer Blumenwiese, dahinter ein Dorf mit Zwiebelturm und bewaldete Hügel (Beispielbild, computergeneriert)',
} as const

const pages: Partial<Record<Path | 'notFound', PageMeta>> = {
  [paths.home]: {
    title: 'Voltigo: Ihr Anteil am Solarpark',
    description:
      'Reservieren Sie kostenlos einen von 500 Plätzen im Solarpark bei Ingolstadt. 20 Jahre lang monatliche Gutschriften, mindestens 5 Cent je Kilowattstunde, ohne Wechsel des Stromversorgers.',
    indexed: true,
  },
  [paths.reservation]: {
    title: 'Anteil reservieren: kostenlos und unverbindlich | Voltigo',
    description:
      'Wählen Sie Solarpaket, erwartete Gutschrift und Zahlungsplan und reservieren Sie kostenlos und unverbindlich Ihren Platz im Solarpark bei Ingolstadt.',
    indexed: true,
  },
  [paths.thanks]: {
    title: 'Ihr Platz ist reserviert | Voltigo',
    description: 'Ihre Reservierung ist eingegangen. So geht es jetzt weiter.',
    indexed: false,
  },
  [paths.contact]: {
    title: 'Kontakt | Voltigo',
    description:
      'Fragen zu Ihrem Anteil oder Ihrer Reservierung? So erreichen Sie Voltigo per E-Mail und Telefon.',
    indexed: true,
  },
  [paths.terms]: {
    title: 'Allgemeine Geschäftsbedingungen | Voltigo',
    description:
      'Die Bedingungen für die Reservierung und das Nutzungsrecht an einem Anteil am Solarpark.',
    indexed: true,
  },
  [paths.privacy]: {
    title: 'Datenschutz | Voltigo',
    description:
      'Welche Daten Voltigo verarbeitet, wozu, wie lange und welche Rechte Sie haben. Ohne Cookies.',
    indexed: true,
  },
  [paths.imprint]: {
    title: 'Impressum | Voltigo',
    description: 'Angaben nach § 5 DDG: Anbieter, Anschrift und Kontakt.',
    indexed: true,
  },
  notFound: {
    title: 'Seite nicht gefunden | Voltigo',
    description: 'Unter dieser Adresse gibt es keine Seite.',
    indexed: false,
  },
}

/** The texts of a page for browser and search engines; a page without them must not be built. */
export function pageMeta(page: Path | 'notFound'): PageMeta {
  const meta = pages[page]
  if (!meta) throw new Error(`no title for ${page}`)
  return meta
}
