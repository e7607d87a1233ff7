/** The forms of „Meine Reservierung“ in which a household corrects what we know of it. */
export const householdFormsText = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  mobile: 'Mobilnummer',
  newEmail: 'Neue E-Mail-Adresse',
  newEmailHint: 'Wir schicken einen Link dorthin. Bis Sie ihn drücken, gilt die bisherige.',
  save: 'Speichern',
  sendEmail: 'Link dorthin schicken',
  cancel: 'Abbrechen',
  saved: 'Gespeichert. Eine Bestätigung ist per E-Mail unterwegs.',
  unchanged: 'Das steht schon so in Ihrer Reservierung.',
  emailSent: (email: string) =>
    `Wir haben an ${email} geschrieben. Bitte bestätigen Sie in der E-Mail Ihre Adresse.`,
  emailMissing: 'Bitte geben Sie die neue E-Mail-Adresse an.',
  emailWrong: 'Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de.',
} as const
