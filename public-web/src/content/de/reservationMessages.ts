import { paths } from '@/lib/paths'

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
    text: 'Mit dieser E-Mail-Adresse sind schon so viele Plätze reserviert, wie wir an eine Adresse vergeben.',
  },
  phoneLimitToast: {
    title: 'Mehr Plätze gehen nicht',
    text: 'Mit dieser Mobilnummer sind schon so viele Plätze reserviert, wie wir an eine Nummer vergeben.',
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
  emailLimit: `Mit dieser E-Mail-Adresse sind schon so viele Plätze reserviert, wie wir an eine Adresse vergeben. Möchten Sie eine Reservierung ändern? Schreiben Sie uns über die [Kontaktseite](${paths.contact}?anliegen=reservierung).`,
  another: {
    title: 'Noch einen Platz?',
    text: 'Auf diese E-Mail-Adresse ist eben schon ein Platz reserviert worden. Soll es bei dem einen bleiben, oder möchten Sie einen weiteren?',
    keep: 'Bei einem Platz bleiben',
    reserve: 'Weiteren Platz reservieren',
  },
  confirmFirst:
    'Ihre Angaben sind gespeichert. Bitte öffnen Sie unsere E-Mail und bestätigen Sie dort Ihre Adresse.',
  tooFast: 'Bitte prüfen Sie Ihre Angaben kurz und senden Sie sie noch einmal.',
  phoneLimit: `Mit dieser Mobilnummer sind schon so viele Plätze reserviert, wie wir an eine Nummer vergeben. Möchten Sie eine Reservierung ändern? Schreiben Sie uns über die [Kontaktseite](${paths.contact}?anliegen=reservierung).`,
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
