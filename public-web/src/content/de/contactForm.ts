/** The words that the contact form has from the start; what its script says stands in `contactAnswers`. */
export const contactFormText = {
  fields: {
    name: { label: 'Vor- und Nachname' },
    email: { label: 'E-Mail-Adresse' },
    topic: { label: 'Worum geht es?', placeholder: 'Bitte wählen' },
    reference: { label: 'Referenz (freiwillig)', hint: 'Beginnt mit VG' },
    project: { label: 'Solarpark', placeholder: 'Noch offen' },
    amount: { label: 'Betrag in Euro' },
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
  privacy: 'Wir nutzen Ihre Angaben nur, um Ihnen zu antworten.',
  privacyLink: 'Datenschutz (neuer Tab)',
  sent: {
    title: 'Ihre Nachricht ist da.',
    number: 'Ihre Vorgangsnummer ist',
    more: 'Noch etwas vergessen? Schreiben Sie uns einfach noch einmal.',
  },
} as const
