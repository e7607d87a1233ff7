import { paths } from '@/lib/paths'
import type { ProblemCode } from '@/lib/reservation/rules'
import type { RequiredField } from '@/lib/reservation/values'
import { figures } from './figures'

const { free } = figures

export const fieldText = {
  postcode: {
    label: 'Postleitzahl',
    short: 'Postleitzahl',
    hint: 'Zum Beispiel 85049',
  },
  energy_provider: {
    label: 'Ihr Stromversorger',
    short: 'Stromversorger',
    placeholder: 'Bitte wählen',
  },
  household_size: { label: 'Personen im Haushalt', short: 'Personen', placeholder: 'Bitte wählen' },
  monthly_abschlag: {
    label: 'Abschlag im Monat',
    short: 'Abschlag',
    hint: 'Steht auf Ihrer Stromrechnung, zum Beispiel 85,50',
    unit: '€ / Monat',
    unreadable: `Diesen Betrag können wir nicht lesen und rechnen mit ${free}. Schreiben Sie ihn zum Beispiel so: 85,50`,
  },
  first_name: { label: 'Vorname', short: 'Vorname' },
  last_name: { label: 'Nachname', short: 'Nachname' },
  email: {
    label: 'E-Mail-Adresse',
    short: 'E-Mail',
    hint: 'An diese Adresse geht Ihre Bestätigung',
  },
  mobile_phone: { label: 'Mobilnummer', short: 'Mobilnummer', hint: 'Zum Beispiel 0151 23456789' },
  consent: { label: 'Zustimmung', short: 'Zustimmung' },
} as const

export const problemText: Record<RequiredField, Partial<Record<ProblemCode, string>>> = {
  postcode: {
    missing: 'Bitte geben Sie Ihre Postleitzahl ein.',
    malformed: 'Die Postleitzahl hat fünf Ziffern, zum Beispiel 85049.',
    unknown: 'Diese Postleitzahl gibt es nicht.',
  },
  energy_provider: { missing: 'Bitte wählen Sie Ihren Stromversorger.' },
  household_size: { missing: 'Bitte wählen Sie, wie viele Personen im Haushalt leben.' },
  monthly_abschlag: { missing: 'Bitte geben Sie Ihren monatlichen Abschlag ein.' },
  first_name: { missing: 'Bitte geben Sie Ihren Vornamen ein.' },
  last_name: { missing: 'Bitte geben Sie Ihren Nachnamen ein.' },
  email: {
    missing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    malformed: 'Diese E-Mail-Adresse ist nicht vollständig, zum Beispiel name@beispiel.de.',
  },
  mobile_phone: {
    missing: 'Bitte geben Sie Ihre Mobilnummer ein.',
    malformed: 'Diese Mobilnummer ist nicht vollständig, zum Beispiel 0151 23456789.',
  },
  consent: { missing: 'Bitte stimmen Sie den Nutzungs\u00adbedingungen zu.' },
}

const offerIsOver = `Dieses Angebot gilt nicht mehr. Was daraus geworden ist, steht auf der [Seite der Warteliste](${paths.waitingList}). Ihre Angaben bleiben hier stehen.`

/** Of the field that people do not see. */
export const trapLabel = 'Bitte leer lassen'

export const submissionText = {
  consentToast: {
    title: 'Zustimmung erforderlich',
    text: 'Bitte stimmen Sie den Nutzungsbedingungen zu.',
  },
  failureToast: {
    title: 'Fehler bei der Reservierung',
    text: 'Bitte versuchen Sie es erneut oder kontaktieren Sie uns.',
  },
  emailLimitToast: {
    title: 'Mehr Plätze gehen nicht',
    text: 'Für diese E-Mail-Adresse sind schon so viele Plätze reserviert, wie wir an eine Adresse vergeben.',
  },
  phoneLimitToast: {
    title: 'Mehr Plätze gehen nicht',
    text: 'Für diese Mobilnummer sind schon so viele Plätze reserviert, wie wir an eine Nummer vergeben.',
  },
  parkPausedToast: {
    title: 'Gerade keine Reservierungen',
    text: 'Der Pilotpark nimmt im Moment keine Reservierungen an.',
  },
  parkCancelledToast: {
    title: 'Keine Reservierungen mehr',
    text: 'Dieser Solarpark wird nicht gebaut.',
  },
  closeToast: 'Meldung schließen',
  summary: (count: number) =>
    count === 1
      ? 'Eine Angabe fehlt noch oder stimmt nicht:'
      : `${count} Angaben fehlen noch oder stimmen nicht:`,
  clarifying:
    'Die Verbindung war unterbrochen. Wir fragen gerade nach, ob Ihre Reservierung angekommen ist.',
  unclear:
    'Wir konnten nicht klären, ob Ihre Reservierung angekommen ist. Sie können sie gefahrlos noch einmal absenden: Einen zweiten Platz reserviert das nicht.',
  lostAfterReload:
    'Die Seite wurde während des Absendens neu geladen, und Ihre Reservierung ist nicht angekommen. Bitte senden Sie sie noch einmal ab.',
  offer: {
    no_offer: offerIsOver,
    entry_over: offerIsOver,
    package_too_large:
      'So viel Energie ist für diesen Platz nicht frei. Bitte wählen Sie in Schritt 2 ein kleineres Paket.',
    signed_out: `Ihre Sitzung ist nach einer Stunde zu Ende gegangen. Lassen Sie sich auf der [Seite der Warteliste](${paths.waitingList}) einen neuen Link schicken. Ihre Angaben bleiben hier stehen.`,
  } as Record<string, string>,
  emailLimit: `Mit dieser E-Mail-Adresse sind schon so viele Plätze reserviert, wie wir an eine Adresse vergeben. Mehr geht nicht. Möchten Sie eine Reservierung ändern? Schreiben Sie uns über die [Kontaktseite](${paths.contact}?anliegen=reservierung).`,
  another: {
    title: 'Noch einen Platz?',
    text: 'Auf diese E-Mail-Adresse ist eben schon ein Platz reserviert worden. Soll es bei dem einen bleiben, oder möchten Sie einen weiteren?',
    keep: 'Bei einem Platz bleiben',
    reserve: 'Weiteren Platz reservieren',
  },
  confirmFirst:
    'Ihre Angaben sind gespeichert. Bitte öffnen Sie unsere E-Mail und bestätigen Sie dort Ihre Adresse.',
  tooFast: 'Bitte prüfen Sie Ihre Angaben kurz und senden Sie sie noch einmal.',
  phoneLimit: `Mit dieser Mobilnummer sind schon so viele Plätze reserviert, wie wir an eine Nummer vergeben. Mehr geht nicht. Möchten Sie eine Reservierung ändern? Schreiben Sie uns über die [Kontaktseite](${paths.contact}?anliegen=reservierung).`,
  parkPaused: `Im Pilotpark nehmen wir gerade keine Reservierungen an. Ihre Angaben bleiben hier stehen; bitte versuchen Sie es später noch einmal. Bei Fragen erreichen Sie uns über die [Kontaktseite](${paths.contact}).`,
  parkCancelled: `Dieser Solarpark wird nicht gebaut, deshalb konnten wir keinen Platz für Sie reservieren. Bei Fragen erreichen Sie uns über die [Kontaktseite](${paths.contact}).`,
  rateLimited: (seconds: number | null) =>
    seconds === null
      ? 'Von Ihrem Anschluss kamen gerade sehr viele Anfragen. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.'
      : `Von Ihrem Anschluss kamen gerade sehr viele Anfragen. Bitte versuchen Sie es in ${waitOf(seconds)} noch einmal.`,
} as const

function waitOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} Sekunden`
  return `${Math.ceil(seconds / 60)} Minuten`
}
