import type { Topic } from '../topic'

/** What the administration sets up and watches over. */
export const SETUP: readonly Topic[] = [
  {
    name: 'setup-checks',
    title: 'Einrichten',
    purpose:
      'Was noch fehlt, bevor die Plattform mit echten Haushalten arbeiten kann. Jeder Punkt wird vom Server geprüft und nennt die Einstellung, um die es geht.',
    steps: [
      'Beginnen Sie mit dem ersten roten Punkt: Mails, öffentliche Adresse, Angaben zum Unternehmen.',
      'Senden Sie die Testmail und bestätigen Sie, dass sie angekommen ist.',
      'Bestätigen Sie die Sicherung mit ihrem Tag. Nach 90 Tagen fragen wir wieder.',
      'Sichert Voltigo selbst, bewahren Sie den Schlüssel auch anderswo auf, und geben Sie zur Probe das Ende der Abschrift ein.',
      'Laden Sie eine zweite Person mit der Rolle Administration ein.',
    ],
    keys: ['search', 'today'],
    words: [
      ['Einstellung', 'Ein Wert am Server, den Ihre Technik setzt. Der Name steht beim Punkt.'],
    ],
    related: ['accounts', 'jobs', 'alerts'],
    synonyms: 'Einrichtung SMTP Testmail Sicherung Backup Impressum Start',
  },
  {
    name: 'accounts',
    title: 'Team',
    purpose:
      'Wer sich anmelden darf und mit welcher Rolle. Die Rolle entscheidet auf dem Server, was jemand sieht und tun kann.',
    steps: [
      'Laden Sie eine Person ein. Der Link kommt per Mail und gilt 72 Stunden.',
      'Ändern Sie eine Rolle, enden alle Sitzungen dieses Kontos.',
      'Telefon verloren? Setzen Sie den zweiten Faktor zurück; Passkeys entfallen dabei. Die Person bekommt einen Link, der 60 Minuten gilt.',
      'Unter „Konto“ können Sie die Konsole als eine andere Rolle ansehen, ohne etwas zu ändern.',
      'Verlässt jemand das Team, übergeben Sie zuerst alles unter „Wer bekommt was“ und deaktivieren Sie dann das Konto. Was die Person getan hat, bleibt im Protokoll.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Sachbearbeitung', 'Reservierungen, Parks und Mails.'],
      ['Marketing', 'Kampagnen und Berichte, ohne personenbezogene Daten.'],
      ['Administration', 'Alles, auch Team und Protokoll.'],
    ],
    related: ['account', 'audit', 'responsibilities', 'setup-checks'],
    synonyms: 'Konto Kollegen Rolle einladen deaktivieren Ansehen als Rechte Zugang',
  },
  {
    name: 'audit',
    title: 'Protokoll',
    purpose:
      'Wer was wann getan hat. Einträge lassen sich nicht ändern: Jeder hängt mit dem vorigen zusammen, und eine Prüfung findet jede Lücke.',
    steps: [
      'Filtern Sie nach Person, Aktion, Zeitraum oder nach einer Reservierung, einem Park oder einer Mail.',
      'Ein Vorgang mit vielen Haushalten ist eine Zeile. Klappen Sie sie auf, um alle zu sehen.',
      'Prüfen Sie das Protokoll auf Veränderung, etwa vor einer Revision.',
      'Die gefilterte Auswahl lässt sich exportieren.',
    ],
    keys: ['filter', 'density'],
    words: [['Kette', 'Jeder Eintrag enthält eine Prüfsumme des vorigen.']],
    related: ['accounts', 'operation-requests', 'data-protection'],
    synonyms: 'Log Änderungen wer wann Nachweis Revision',
  },
  {
    name: 'operation',
    title: 'Betrieb',
    purpose:
      'Wie es der Installation geht: Datenbank, Platz, Mails, Abläufe, Adresse, Einstellungen und Rechner. Das Schlimmste steht oben, jede Zeile sagt, was sie bedeutet und was hilft.',
    steps: [
      'Ein Fehler heißt: Etwas arbeitet nicht oder wird bald nicht mehr arbeiten. Ein Hinweis hat Zeit.',
      'Tun Sie, was daneben steht, oder geben Sie es an die Technik weiter.',
      '„Jetzt prüfen“ verbindet sich mit Mailserver und Postfach und liest die Datenbank. Von selbst wird die Seite jede Minute neu gelesen.',
      'Antwortet die Konsole gar nicht, hilft auf dem Server der Befehl „voltigo doctor“. Er sagt dasselbe ohne sie.',
    ],
    keys: ['search'],
    words: [['Nicht geprüft', 'Diese Prüfung konnte nicht nachsehen, weil ihr etwas fehlte.']],
    related: ['setup-checks', 'jobs', 'invariants'],
    synonyms: 'Zustand Gesundheit Server Störung Fehler Diagnose Monitoring doctor',
  },
  {
    name: 'attacks',
    title: 'Angriffe',
    purpose:
      'Was abgewiesen wurde: falsche Passwörter und Codes, zu viele Aufrufe, fremde Seiten und Namen, Verstöße gegen die Regeln der Seiten. Gezählt wird für alle Server zusammen, ohne Adressen.',
    steps: [
      'Oben steht, ob sich etwas häuft. Zeichnung und Tabelle zeigen 24 Stunden oder 30 Tage.',
      'Jeder Abschnitt sagt, was dahintersteckt, was Voltigo von selbst tut und was hilft.',
      'Häuft sich etwas, bekommt die Administration eine Mail, höchstens eine je Stunde und Art. Ab wann, stellen Sie unter „Hinweise“ ein.',
    ],
    keys: ['search'],
    words: [['Netz', 'Benachbarte Adressen, die meist demselben Anbieter oder Haushalt gehören.']],
    related: ['operation', 'alerts', 'audit'],
    synonyms: 'Angriff Hacker Abwehr Sicherheit Brute Force Bot CSP Grenze abgewiesen',
  },
  {
    name: 'jobs',
    title: 'Abläufe',
    purpose:
      'Arbeit, die von selbst geschieht: Mails senden, freie Plätze anbieten, Fristen prüfen, nachts löschen. Hier sehen Sie, ob alles läuft.',
    steps: [
      'Rot heißt: Der letzte Lauf ist fehlgeschlagen oder ausgeblieben. Öffnen Sie den Ablauf für den Grund.',
      '„Jetzt ausführen“ startet ihn sofort, unabhängig vom Plan.',
      'Halten Sie einen Ablauf nur mit Grund an und nur so lange wie nötig. Was in der Zeit an der Reihe wäre, wird nicht nachgeholt.',
    ],
    keys: ['move', 'open'],
    words: [['Lauf', 'Eine Ausführung eines Ablaufs, mit Beginn, Dauer und Ergebnis.']],
    related: ['alerts', 'invariants', 'data-protection'],
    synonyms: 'Cron Job automatisch Zeitplan anhalten ausführen',
  },
  {
    name: 'data-protection',
    title: 'Datenschutz',
    purpose:
      'Welche personenbezogenen Daten wir speichern, warum, und wie lange. Was seine Frist hinter sich hat, löscht ein nächtlicher Ablauf.',
    steps: [
      'Lesen Sie je Tabelle, wie lange sie aufbewahrt wird und auf welcher Grundlage.',
      'Der Probelauf zeigt, was heute Nacht gelöscht würde, ohne etwas zu löschen.',
      'Verlangt ein Haushalt Auskunft oder Löschung, öffnen Sie seine Reservierung. Dort steht beides.',
    ],
    keys: ['search'],
    words: [
      ['Grundlage', 'Das Gesetz oder der Vertrag, der das Aufbewahren erlaubt oder verlangt.'],
      ['Probelauf', 'Rechnet wie der nächtliche Lauf, löscht aber nichts.'],
    ],
    related: ['record', 'jobs', 'audit'],
    synonyms: 'DSGVO löschen Auskunft Frist personenbezogen Aufbewahrung',
  },
  {
    name: 'invariants',
    title: 'Prüfungen',
    purpose:
      'Regeln, die immer gelten müssen: Jeder Platz gehört höchstens einem Haushalt, jede Summe stimmt. Die Konsole prüft sie nach Plan und auf Wunsch sofort.',
    steps: [
      'Ist alles bestanden, ist nichts zu tun.',
      'Ist eine Prüfung nicht bestanden, öffnen Sie sie. Dort steht, welche Stelle nicht passt.',
      'Ändern Sie nichts auf Verdacht. Geben Sie die Angaben an die Technik weiter.',
    ],
    keys: ['move', 'open'],
    words: [['Bestanden', 'Beim letzten Prüfen passte jede Zeile.']],
    related: ['jobs', 'alerts'],
    synonyms: 'Kontrolle Regeln Integrität stimmt Fehler Daten',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    purpose:
      'Andere Programme erfahren sofort, wenn etwas geschieht: eine Reservierung, ein Storno, ein Vertrag. Jede Zustellung ist nachzulesen.',
    steps: [
      'Tragen Sie Name und Adresse ein und wählen Sie die Ereignisse.',
      'Geben Sie dem Empfänger das Geheimnis. Damit prüft er, dass die Nachricht von uns kommt.',
      'Senden Sie ein Testereignis.',
      'Ist etwas nicht zugestellt, lesen Sie die Antwort und senden erneut. Angehaltenes wird gesammelt.',
    ],
    keys: ['move', 'open'],
    words: [
      ['Ereignis', 'Etwas, das geschehen ist und gemeldet wird.'],
      ['Geheimnis', 'Der Schlüssel für die Unterschrift. Er lässt sich erneuern.'],
    ],
    related: ['tokens', 'jobs'],
    synonyms: 'Schnittstelle API Integration benachrichtigen Zustellung',
  },
  {
    name: 'tokens',
    title: 'Schlüssel',
    purpose:
      'Mit einem Zugangsschlüssel liest ein anderes Programm Berichte, zum Beispiel eine Tabelle in der Buchhaltung. Personenbezogene Daten sind nie dabei.',
    steps: [
      'Sagen Sie, welches Programm liest und welche Berichte.',
      'Kopieren Sie den Schlüssel sofort. Er wird nur einmal gezeigt.',
      'Setzen Sie ein Ende, wenn Sie es kennen.',
      'Wird ein Schlüssel nicht mehr gebraucht oder ist er bekannt geworden, widerrufen Sie ihn.',
    ],
    keys: ['move', 'open'],
    words: [
      ['Widerrufen', 'Der Schlüssel gilt ab sofort nicht mehr. Das lässt sich nicht zurücknehmen.'],
    ],
    related: ['webhooks', 'reports'],
    synonyms: 'Token API Zugang Programm lesen Schnittstelle',
  },
  {
    name: 'responsibilities',
    title: 'Wer bekommt was',
    purpose:
      'Alle Personen und Adressen außerhalb mit dem, was sie bekommen und wofür sie antworten: Zeitpläne, Links, Hinweise, gespeicherte Ansichten. Ohne die Rolle Administration sehen Sie Ihre eigenen Einträge.',
    steps: [
      'Deaktivierte Konten, die noch irgendwo stehen, kommen zuerst. Gesendet wird ihnen nichts mehr.',
      '„Alles übergeben“ fragt, an wen, und zeigt vor der Bestätigung zu jedem Eintrag, was aus ihm wird.',
      'Was die Rolle der neuen Person nicht sehen darf, bleibt und ruht. Übergeben Sie es danach an jemand anderen.',
      'Links, für die niemand mehr antworten darf, werden dabei widerrufen.',
      '„Überall entfernen“ nimmt eine Adresse außerhalb aus allen Berichten und Hinweisen. Ein Zeitplan ohne Empfänger hält an.',
    ],
    keys: [],
    words: [['Schon da', 'Die neue Person bekommt dasselbe bereits.']],
    related: ['reports', 'own-alerts', 'accounts'],
    synonyms: 'Empfänger Übergabe Nachfolge Vertretung Verteiler austragen entfernen',
  },
]
