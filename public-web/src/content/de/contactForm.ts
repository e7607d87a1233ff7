import { formatInteger } from '@/lib/germanNumbers'

/** The words of the contact form; they come with its script. */
export const contactFormText = {
  fields: {
    name: { label: 'Vor- und Nachname' },
    email: { label: 'E-Mail-Adresse' },
    phone: { label: 'Telefon', optional: 'Telefon (freiwillig)' },
    topic: { label: 'Worum geht es?', placeholder: 'Bitte wählen' },
    reference: { label: 'Referenz (freiwillig)', hint: 'Beginnt mit VG' },
    project: { label: 'Solarpark', placeholder: 'Noch offen' },
    amount: {
      label: 'Betrag in Euro',
      hint: (minimum: string) => `Ab ${minimum}`,
    },
    payment_method: { label: 'Zahlungsart', placeholder: 'Noch offen' },
    message: { label: 'Ihre Nachricht' },
    homepage: { label: 'Bitte leer lassen' },
  },
  topics: {
    frage: 'Frage zum Angebot',
    reservierung: 'Meine Reservierung',
    stornierung: 'Reservierung stornieren',
    anteil: 'Anteil sichern',
    platz: 'Freier Platz',
    rueckruf: 'Rückruf',
    sonstiges: 'Etwas anderes',
  },
  payments: {
    sepa: 'SEPA-Lastschrift',
    card: 'Kreditkarte',
    bank: 'Überweisung',
  },
  submit: 'Nachricht senden',
  sending: 'Wird gesendet...',
  privacy: 'Wir nutzen Ihre Angaben nur, um Ihnen zu antworten.',
  privacyLink: 'Datenschutz (neuer Tab)',
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
  sent: {
    title: 'Ihre Nachricht ist da.',
    number: 'Ihre Vorgangsnummer ist',
    next: (email: string) => `Wir melden uns an ${email}, sobald wir Ihre Nachricht gelesen haben.`,
    more: 'Noch etwas vergessen? Schreiben Sie uns einfach noch einmal.',
  },
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
