import { type Path, paths } from '@/lib/paths'
import { figures } from './figures'

/** What a page is called in the browser and in search results. */
export interface PageMeta {
  title: string
  description: string
  /** Whether search engines may list it. */
  indexed: boolean
  /** Short name, as breadcrumbs and the picture for sharing show it. */
  name: string
  /** Of its text, where that is not German. */
  lang?: 'en'
}

const { spots, term, minimumRate, contractWeeks } = figures

const pages: Partial<Record<Path | 'notFound', PageMeta>> = {
  [paths.home]: {
    name: 'Startseite',
    title: 'Voltigo: Ihr Anteil am Solarpark',
    description: `Reservieren Sie kostenlos einen von ${spots} Plätzen im Solarpark bei ${figures.parkPlace}. ${term} lang monatliche Gutschriften, mindestens ${minimumRate} je Kilowattstunde, ohne Wechsel des Stromversorgers.`,
    indexed: true,
  },
  [paths.pilot]: {
    name: `Pilotpark ${figures.parkName}`,
    title: `Pilotpark ${figures.parkName}: ${spots} Plätze für Haushalte | Voltigo`,
    description: `Der erste Gemeinschafts-Solarpark von Voltigo: ${spots} Plätze bei ${figures.parkPlace}. Sehen Sie, welche noch frei sind, wie es nach der Reservierung weitergeht und was passiert, wenn der Park nicht gebaut wird.`,
    indexed: true,
  },
  [paths.howItWorks]: {
    name: 'Wie es funktioniert',
    title: 'So funktioniert Ihr Anteil am Solarpark | Voltigo',
    description: `Verbrauch eintragen, Anteil wählen, jeden Monat Gutschrift erhalten: drei Schritte, ohne eigenes Dach und ohne Wechsel des Stromversorgers. Was wann kostet und was Sie wann bindet.`,
    indexed: true,
  },
  [paths.about]: {
    name: 'Über uns',
    title: 'Über uns: wer Voltigo ist und was uns antreibt | Voltigo',
    description:
      'Voltigo bringt Haushalte und Solarparks zusammen, auch ohne eigenes Dach. Wer wir sind, warum wir das tun, woran wir verdienen und wer uns unterstützt.',
    indexed: true,
  },
  [paths.calculator]: {
    name: 'Solar Gutschriftsrechner',
    title: 'Solar Gutschriftsrechner: drei Szenarien im Vergleich | Voltigo',
    description: `Rechnen Sie Ihren Anteil durch: Paket, Zahlung und drei Szenarien ab ${minimumRate} je Kilowattstunde. Mit Tabelle über ${term} und effektivem Jahreszins.`,
    indexed: true,
  },
  [paths.comparison]: {
    name: 'Voltigo im Vergleich',
    title: 'Eigenes Dach, Balkonkraftwerk, Anteil oder Tarif? | Voltigo',
    description:
      'Vier Wege zu Solarstrom in einer Tabelle: Kosten, Ertrag, Aufwand und Bindung mit offenen Annahmen. Auch, wann ein eigenes Dach die bessere Wahl ist.',
    indexed: true,
  },
  [paths.whatIf]: {
    name: 'Wenn etwas schiefgeht',
    title: 'Und wenn etwas schiefgeht? | Voltigo',
    description:
      'Insolvenz, Verzögerung, weniger Sonne, Erbfall, früher Verkauf: was dann mit Ihrem Anteil und Ihrem Geld geschieht, und was heute nicht abgesichert ist.',
    indexed: true,
  },
  [paths.faqs]: {
    name: 'Häufige Fragen',
    title: 'Häufig gestellte Fragen | Voltigo',
    description:
      'Zwölf Antworten zu Angebot, Gutschriften, Steuern, Umzug, Wartung, Rückkauf und kostenloser Reservierung Ihres Anteils am Solarpark.',
    indexed: true,
  },
  [paths.reservation]: {
    name: 'Anteil reservieren',
    title: 'Anteil reservieren: kostenlos und unverbindlich | Voltigo',
    description: `Wählen Sie Solarpaket, erwartete Gutschrift und Zahlungsplan und reservieren Sie kostenlos und unverbindlich Ihren Platz im Solarpark bei ${figures.parkPlace}.`,
    indexed: true,
  },
  [paths.thanks]: {
    name: 'Reserviert',
    title: 'Ihr Platz ist reserviert | Voltigo',
    description: 'Ihr Platz ist reserviert. So geht es jetzt weiter.',
    indexed: false,
  },
  [paths.myReservation]: {
    name: 'Meine Reservierung',
    title: 'Meine Reservierung | Voltigo',
    description: 'Ihre Reservierung ansehen, ändern oder zurückgeben, ohne Passwort.',
    indexed: false,
  },
  [paths.waitingList]: {
    name: 'Warteliste',
    title: 'Warteliste | Voltigo',
    description:
      'Alle Plätze vergeben? Auf der Warteliste kostet Ihre Stelle nichts, und wenn ein Platz frei wird, schreiben wir Ihnen.',
    indexed: false,
  },
  [paths.contact]: {
    name: 'Kontakt',
    title: 'Kontakt: schreiben Sie uns | Voltigo',
    description:
      'Fragen zu Ihrem Anteil oder Ihrer Reservierung? Schreiben Sie uns über das Formular, per E-Mail oder rufen Sie an. Es antwortet ein Mensch.',
    indexed: true,
  },
  [paths.dashboard]: {
    name: 'Beispiel-Dashboard',
    title: 'Ihr Dashboard mit Beispieldaten | Voltigo',
    description:
      'So könnte Ihr Überblick aussehen: Erzeugung, Gutschriften und Anteil, gezeigt mit Beispieldaten.',
    indexed: false,
  },
  [paths.invest]: {
    name: 'Neuer Anteil',
    title: 'Neuer Anteil mit Beispieldaten | Voltigo',
    description:
      'Wählen Sie ein Projekt, einen Betrag und eine Zahlungsart und sehen Sie eine Beispielrechnung.',
    indexed: false,
  },
  [paths.withdrawal]: {
    name: 'Vertrag widerrufen',
    title: 'Vertrag widerrufen | Voltigo',
    description:
      'Hier widerrufen Sie Ihren Vertrag in zwei Schritten, ohne Anmeldung und ohne Begründung. Die Empfangsbestätigung kommt sofort.',
    indexed: true,
  },
  [paths.cancellation]: {
    name: 'Verträge hier kündigen',
    title: 'Verträge hier kündigen | Voltigo',
    description:
      'Hier kündigen Sie Ihren Vertrag in zwei Schritten und ohne Anmeldung. Den Eingang bestätigen wir sofort, mit Tag und Uhrzeit.',
    indexed: true,
  },
  [paths.terms]: {
    name: 'AGB',
    title: 'Allgemeine Geschäftsbedingungen | Voltigo',
    description: `Die Bedingungen für die kostenlose Reservierung und das Nutzungsrecht an einem Anteil am Solarpark. Ein Vertrag folgt erst etwa ${contractWeeks} später.`,
    indexed: true,
  },
  [paths.privacy]: {
    name: 'Datenschutz',
    title: 'Datenschutz | Voltigo',
    description: 'Welche Daten Voltigo verarbeitet, wozu, wie lange und welche Rechte Sie haben.',
    indexed: true,
  },
  [paths.imprint]: {
    name: 'Impressum',
    title: 'Impressum | Voltigo',
    description: 'Angaben nach § 5 DDG: Anbieter, Anschrift und Kontakt.',
    indexed: true,
  },
  [paths.accessibility]: {
    name: 'Barrierefreiheit',
    title: 'Erklärung zur Barrierefreiheit | Voltigo',
    description:
      'Wie zugänglich diese Website ist, was wir dafür prüfen, wo es noch hakt und wie Sie uns Barrieren melden.',
    indexed: true,
  },
  [paths.english]: {
    name: 'English',
    title: 'A share in a solar park | Voltigo',
    description:
      'The whole offer on one page in English: what a share in a solar park gives, what it costs, how it works and what can go wrong.',
    indexed: true,
    lang: 'en',
  },
  [paths.plain]: {
    name: 'Einfache Sprache',
    title: 'Voltigo in einfacher Sprache | Voltigo',
    description:
      'Das ganze Angebot in kurzen Sätzen: was ein Anteil am Solarpark ist, was er kostet, wie es geht und was schiefgehen kann.',
    indexed: true,
  },
  [paths.measures]: {
    name: 'Was wir messen',
    title: 'Was wir messen | Voltigo',
    description: 'Was wir zählen, was wir nur mit Ihrer Zustimmung wissen und was gar nicht.',
    indexed: true,
  },
  notFound: {
    name: 'Nicht gefunden',
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
