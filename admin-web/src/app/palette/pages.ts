/** Pages of the console by what people call them. Pure. */

import type { Role } from '@/session/session'
import type { IconName } from '@/ui/page/Icon'
import { NAVIGATION, pagesFor as pagesOfEntry } from '../navigation'

/** A page as the palette offers it: „Einstellungen: Team“. */
export interface PalettePage {
  name: string
  label: string
  path: string
  icon: IconName
}

const ACCOUNT: PalettePage = { name: 'account', label: 'Konto', path: '/account', icon: 'person' }

const CREATE: PalettePage = {
  name: 'create',
  label: 'Reservierung anlegen',
  path: '/reservations/create',
  icon: 'add',
}

/** Other words for a page than its label. */
const SYNONYMS: Record<string, string> = {
  dashboard: 'Start Übersicht Aufgaben Dashboard zu erledigen',
  alerts:
    'Warnungen Alarme Meldungen Regeln einrichten Grenze ungewöhnlich Benachrichtigung Angriffe Hacker abgewiesen',
  reservations: 'Haushalte Kunden Liste Anteile',
  declarations: 'Widerruf Kündigung Erstattung',
  'waiting-list': 'Interessenten Nachrücker Angebote',
  reports:
    'Auswertung Zahlen Statistik Kapazität Gutschriften Attribution Mein Geld Budget lohnt Vergleich geändert Liquidität Außenstände Widerrufsquote',
  metrics: 'Kennzahl Formel Definition Bedeutung SQL Messgröße',
  parks: 'Solarpark Plätze Anlage Sperren',
  conversations: 'Nachrichten Anfragen Eingang E-Mails antworten Kontaktformular',
  'answer-templates': 'Textbausteine Muster Antworten Nachrichten',
  mails: 'E-Mails Versand Postausgang Nachrichten',
  'mail-templates': 'E-Mail Texte Muster Vorschau',
  'operation-requests': 'zweite Person genehmigen',
  state:
    'Betrieb Einrichten Einrichtung Prüfungen SMTP Testmail Sicherung Kontrolle Regeln Integrität Gesundheit Störung',
  duplicates: 'Doppelte zusammenführen',
  'reservation-imports': 'Importieren Import Liste CSV Excel Datei hochladen',
  'refused-mails': 'Unzustellbar Bounce',
  audit: 'Änderungsprotokoll Log Verlauf wer hat geändert',
  accounts: 'Konten Kollegen Mitarbeiter Rollen Zugänge',
  create: 'Neu Neue Telefon Anruf Brief Messe eingeben erfassen eintragen',
  account: 'Passwort Passkey Zwei-Faktor Code Profil Sitzungen abmelden',
  campaigns: 'Werbung Budget Marketing UTM',
  links: 'Kurzlink QR-Code UTM Adresse',
  costs: 'Ausgaben Werbekosten Import',
  aliases: 'Alias Quelle Schreibweise zusammenfassen Kanalgruppe KI-Assistent',
  notes: 'Ereignisse Notizen Kalender',
  referrals: 'Codes Weiterempfehlung Rangliste Freunde',
  'site-check': 'Messung Website Zählung',
  operation: 'Zustand Gesundheit Server Fehler Störung Diagnose Befund Monitoring läuft',
  jobs: 'Cron Jobs Aufgaben Zeitplan',
  'data-protection': 'DSGVO Löschen Auskunft Fristen',
  webhooks: 'Schnittstelle API Integration',
  tokens: 'API-Schlüssel Token Zugang',
}

/** One spelling for all that people write differently: small letters, umlauts as one or as two. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([aou])e/g, '$1')

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)

/** Whether each typed word begins one of the words of a text. */
export function fits(typed: string, text: string): boolean {
  const words = wordsOf(text)
  return wordsOf(typed).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

function pagesOf(role: Role): PalettePage[] {
  return NAVIGATION.flat().flatMap((entry) =>
    pagesOfEntry(entry, role).map(({ name, label, path }) => ({
      name,
      path,
      icon: entry.icon,
      label: pagesOfEntry(entry, 'admin').length > 1 ? `${entry.label}: ${label}` : entry.label,
    })),
  )
}

/** The pages that a role may see and a typed text means, those called so before those with another word for it. */
export function pagesFor(typed: string, role: Role): PalettePage[] {
  const allowed = [...(role === 'marketing' ? [] : [CREATE]), ...pagesOf(role), ACCOUNT]
  const called = allowed.filter(({ label }) => fits(typed, label))
  const meant = allowed.filter(
    (entry) =>
      !called.includes(entry) && fits(typed, `${entry.label} ${SYNONYMS[entry.name] ?? ''}`),
  )
  return [...called, ...meant]
}

/** The word, other than its label, by which a page was found. */
export function synonymFor(typed: string, entry: PalettePage): string | undefined {
  if (fits(typed, entry.label)) return undefined
  const last = wordsOf(typed).at(-1) ?? ''
  return SYNONYMS[entry.name]?.split(' ').find((word) => fits(last, word))
}
