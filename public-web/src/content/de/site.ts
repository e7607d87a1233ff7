import { pilot } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import { askForPlace, type Path, paths } from '@/lib/paths'

interface InternalLink {
  path: Path
  label: string
  /** Of label and page, where it is not German. */
  lang?: string
}

export interface FooterGroup {
  title: string
  /** `path`: within the site, or a whole address elsewhere. */
  links: readonly { path: string; label: string }[]
}

/** The top navigation. */
export const mainNavigation: readonly InternalLink[] = [
  { path: paths.pilot, label: 'Pilotpark' },
  { path: paths.howItWorks, label: 'Wie es funktioniert' },
  { path: paths.calculator, label: 'Rechner' },
  { path: paths.about, label: 'Über uns' },
  { path: paths.contact, label: 'Kontakt' },
]

export const footerGroups: readonly FooterGroup[] = [
  {
    title: 'Angebot',
    links: [
      { path: paths.pilot, label: `Pilotpark ${factsOf(pilot).name}` },
      { path: paths.howItWorks, label: 'Wie es funktioniert' },
      { path: paths.calculator, label: 'Gutschriftsrechner' },
      { path: paths.comparison, label: 'Voltigo im Vergleich' },
    ],
  },
  {
    title: 'Hilfe',
    links: [
      { path: paths.faqs, label: 'Häufige Fragen' },
      { path: paths.whatIf, label: 'Wenn etwas schiefgeht' },
      { path: paths.contact, label: 'Kontakt' },
      { path: paths.myReservation, label: 'Meine Reservierung' },
      {
        path: 'https://www.openstreetmap.org/search?query=Ingolstadt',
        label: 'Ingolstadt auf der Karte',
      },
    ],
  },
  {
    title: 'Verträge',
    links: [
      // The words of §§ 356a and 312k BGB.
      { path: paths.withdrawal, label: 'Vertrag widerrufen' },
      { path: paths.cancellation, label: 'Verträge hier kündigen' },
    ],
  },
]

export const legalLinks: readonly InternalLink[] = [
  { path: paths.imprint, label: 'Impressum' },
  { path: paths.privacy, label: 'Datenschutz' },
  { path: paths.terms, label: 'AGB' },
  { path: paths.accessibility, label: 'Barrierefreiheit' },
  { path: paths.measures, label: 'Was wir messen' },
  { path: paths.plain, label: 'Einfache Sprache' },
  { path: paths.english, label: 'English', lang: 'en' },
]

export const siteText = {
  skipLink: 'Zum Inhalt springen',
  header: {
    menuLabel: 'Hauptmenü',
    menu: 'Menü',
    /** On a phone the verb stands alone. */
    reserve: ['Anteil', 'reservieren'],
    ask: ['Zur', 'Warteliste'],
  },
  /** What is said and where a button leads instead of offering a place that cannot be had. */
  instead: {
    full: {
      title: 'Zurzeit sind alle Plätze vergeben.',
      text: 'Die Warteliste kostet nichts und bindet Sie nicht. Wird ein Platz für Sie frei, schreiben wir Ihnen.',
      link: { to: paths.waitingList, children: 'Auf die Warteliste' },
    },
    paused: {
      title: 'Gerade nehmen wir keine Reservierungen an.',
      text: 'Auf Wunsch melden wir uns bei Ihnen, sobald es weitergeht.',
      link: { to: askForPlace, children: 'Schreiben Sie uns' },
    },
    cancelled: {
      title: 'Dieser Solarpark wird nicht gebaut.',
      text: 'Alle Haushalte mit einem Platz haben eine Mail von uns bekommen.',
      link: { to: paths.contact, children: 'Schreiben Sie uns' },
    },
  },
  footer: {
    claim:
      'Kein Finanzprodukt, keine Kapitalanlage, kein Renditeversprechen. Unterstützt von einem Startup-Studio.',
  },
  failure: {
    // As the specification words it.
    title: 'Unexpected Application Error!',
    text: 'Diese Seite konnte nicht angezeigt werden. Laden Sie sie bitte neu.',
    reload: 'Seite neu laden',
    home: 'Zur Startseite',
  },
} as const
