/** The two steps in which a household offers its place to another one, and its open offer. */
export const handOverFormText = {
  name: 'Name des anderen Haushalts',
  email: 'E-Mail-Adresse des anderen Haushalts',
  emailHint: 'Dorthin schicken wir das Angebot, mit Ihrem Namen darin.',
  nameMissing: 'Bitte geben Sie den Namen an.',
  next: 'Weiter',
  cancel: 'Abbrechen',
  check: 'So geht es weiter',
  to: (name: string, email: string) => `Angebot an ${name}, ${email}`,
  steps: [
    'Wir schreiben dem anderen Haushalt. Er sieht Park, Nummer, Paket und alle Zahlen und hat zwei Wochen Zeit.',
    'Bis er Ja sagt, ist der Platz Ihrer. Sie können das Angebot jederzeit zurückziehen.',
    'Sagt er Ja, gehört der Platz ihm, und Ihre Reservierung endet. Das lässt sich nicht rückgängig machen.',
  ],
  contract: {
    steps: [
      'Wir schreiben der anderen Person. Sie sieht alle Unterlagen und hat zwei Wochen Zeit.',
      'Bis sie Ja sagt, ist der Vertrag Ihrer. Sie können das Angebot jederzeit zurückziehen.',
      'Sagt sie Ja, erhalten Sie die Gutschriften noch für diesen Tag. Dann endet Ihr Vertrag. Das lässt sich nicht rückgängig machen.',
    ],
    /** Stored as it is declared; the server has the same words. */
    gives:
      'Ich gebe meinen Nutzungsvertrag ab. Ab dem Tag nach der Übernahme erhält die Gutschriften die andere Person.',
    missing: 'Ohne diese Erklärung geht der Vertrag nicht über.',
  },
  /** What is said of refusals that only this form knows. */
  codes: {
    too_many_mails:
      'Heute haben wir deshalb schon mehrere E-Mails geschickt. Bitte versuchen Sie es morgen noch einmal.',
    no_hand_over: 'Das Angebot ist schon beantwortet.',
  } as Record<string, string>,
  send: 'Angebot abschicken',
  back: 'Zurück',
  open: (name: string) => `Angeboten: ${name}`,
  openText: (email: string, deadline: string) =>
    `Wir haben an ${email} geschrieben. Das Angebot gilt bis ${deadline}. Solange dort niemand Ja sagt, bleibt der Platz Ihrer.`,
  withdraw: 'Angebot zurückziehen',
} as const
