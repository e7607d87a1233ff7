/** What a household reads about its data: taking it along, and having it erased. */
export const householdDataText = {
  copy: {
    title: 'Ihre Daten mitnehmen',
    text: 'Alles, was wir über Sie gespeichert haben, wozu und wie lange.',
    pdf: 'Als PDF zum Lesen',
    json: 'Als Datei für Programme (JSON)',
  },
  erase: {
    title: 'Ihre Daten löschen',
    text: 'Sie sehen zuerst, was gelöscht wird und was bleibt. Gelöscht wird erst danach.',
    button: 'Zeigen, was gelöscht würde',
    looking: 'Wir sehen nach …',
    deleted: 'Das löschen wir',
    pseudonymised: 'Das bleibt ohne Ihren Namen',
    pseudonymisedWhy:
      'Platz, Paket und Zahlen brauchen wir für unsere Statistik. Zu Ihnen führt nichts mehr.',
    kept: 'Das müssen wir aufbewahren',
    until: (day: string) => `Bis ${day}.`,
    running: 'Solange der Vertrag läuft, danach so lange, wie das Gesetz es verlangt.',
    place: (spot: number) =>
      `**Platz ${spot} geben Sie damit zurück.** Er bleibt 24 Stunden gesperrt und geht dann an einen anderen Haushalt.`,
    contract:
      'Ihr Vertrag läuft weiter. Was er braucht, bleibt; alles andere löschen wir. Beenden können Sie ihn nur über Widerruf oder Kündigung.',
    others: (references: string) =>
      `Unter Ihrer Adresse gibt es noch ${references}. Was dazu gespeichert ist, löschen Sie auf der jeweiligen Seite.`,
    sure: 'Das lässt sich nicht zurücknehmen.',
    yes: 'Ja, meine Daten löschen',
    no: 'Nein, behalten',
  },
  erased: {
    title: 'Ihre Daten sind gelöscht.',
    whole: 'Bei uns führt nichts mehr zu Ihnen. Alle Links in unseren E-Mails sind wertlos.',
    part: 'Gelöscht ist alles, was wir nicht aufbewahren müssen.',
    until: (day: string) => `Den Rest löschen wir nach ${day}, ohne dass Sie etwas tun müssen.`,
    mails:
      'Diese Seite ist jetzt geschlossen. Eine letzte E-Mail bestätigt es Ihnen; danach löschen wir auch sie.',
    home: 'Zur Startseite',
  },
} as const
