import { formatInteger } from '@/lib/germanNumbers'

/** What the contact form says once somebody uses it. */
export const contactAnswers = {
  phone: { label: 'Telefon', optional: 'Telefon (freiwillig)' },
  smallest: (minimum: string) => `Ab ${minimum}`,
  sending: 'Wird gesendet...',
  summary: (count: number) =>
    count === 1 ? 'Eine Angabe fehlt noch:' : `${count} Angaben fehlen noch oder stimmen nicht:`,
  problems: {
    name: { missing: 'Bitte geben Sie Ihren Namen an.' },
    email: {
      missing: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
      malformed: 'Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de.',
    },
    phone: {
      missing: 'Für einen Rückruf brauchen wir Ihre Telefonnummer.',
      malformed: 'Bitte prüfen Sie die Telefonnummer, zum Beispiel 0841 123456.',
    },
    topic: { missing: 'Bitte wählen Sie, worum es geht.' },
    amount: {
      malformed: `Bitte schreiben Sie den Betrag in Ziffern, zum Beispiel ${formatInteger(1000)}.`,
      tooSmall: (minimum: string) => `Bitte geben Sie mindestens ${minimum} an.`,
    },
    message: {
      missing: 'Bitte schreiben Sie uns, worum es geht.',
      tooShort: (least: string) => `Bitte schreiben Sie mindestens ${least} Zeichen.`,
      tooLong: (most: string, found: string) =>
        `Bitte kürzen Sie auf ${most} Zeichen, es sind ${found}.`,
    },
  },
  failure: {
    title: 'Ihre Nachricht konnte nicht gesendet werden',
    unclear:
      'Die Verbindung war unterbrochen. Ihr Text steht noch im Formular. Bitte senden Sie ihn noch einmal, doppelt kommt er nicht an.',
    limited: (minutes: number) =>
      `Das waren viele Nachrichten in kurzer Zeit. Bitte warten Sie ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}. Ihr Text bleibt im Formular.`,
    other:
      'Bei uns ist etwas schiefgegangen. Ihr Text steht noch im Formular. Bitte versuchen Sie es gleich noch einmal oder schreiben Sie uns eine E-Mail.',
    close: 'Meldung schließen',
  },
  next: (email: string) => `Wir melden uns an ${email}, sobald wir Ihre Nachricht gelesen haben.`,
  suggestions: {
    cancellation: 'Bitte stornieren Sie meine Reservierung.',
    freePlace: 'Bitte schreiben Sie mir, sobald im Pilotpark ein Platz frei ist.',
    /** Each part is left out where it is not known. */
    share: ({ project, amount, payment }: Record<'project' | 'amount' | 'payment', string>) =>
      `Ich möchte einen Anteil${project && ` am Solarpark ${project}`}${amount && ` für ${amount}`} sichern${payment && ` und ${payment} zahlen`}. Bitte schreiben Sie mir, wie es weitergeht.`,
    payments: {
      sepa: 'per SEPA-Lastschrift',
      card: 'mit Kreditkarte',
      bank: 'per Überweisung',
    },
  },
} as const
