import type { Topic } from '../topic'

/** What the administration sets up and watches over. */
export const SETUP: readonly Topic[] = [
  {
    name: 'state',
    title: 'Zustand',
    purpose:
      'Wie es der Installation geht und was noch fehlt, bevor sie mit echten Haushalten arbeiten kann. Was nicht in Ordnung ist, steht oben, das Schlimmste zuerst, jede Zeile mit dem, was hilft.',
    steps: [
      'Ein Fehler heißt: Etwas arbeitet nicht oder wird bald nicht mehr arbeiten. Ein Hinweis hat Zeit.',
      'Tun Sie, was daneben steht, oder geben Sie es an die Technik weiter.',
      'Firma, Mailserver und Adresse tragen Sie unter „Firma und Mailserver“ ein; eine Testmail zeigt vorher, was der Server antwortet. Was Ihre Technik am Server gesetzt hat, geht vor und steht dort mit seinem Namen.',
      'Manches kann nur ein Mensch wissen: Senden Sie die Testmail, und bestätigen Sie Ankunft, Rechtstexte und Schlüssel der Sicherungen.',
      '„Jetzt prüfen“ verbindet sich mit Mailserver und Postfach und liest die Datenbank. Von selbst wird die Seite jede Minute neu gelesen.',
      'Passt eine Zeile nicht zu den anderen, ändern Sie nichts auf Verdacht. Geben Sie die Angaben an die Technik weiter.',
      'Antwortet die Konsole gar nicht, hilft auf dem Server der Befehl „voltigo doctor“. Er sagt dasselbe ohne sie.',
    ],
    keys: ['search', 'today'],
    words: [
      ['Einstellung', 'Ein Wert am Server, den Ihre Technik setzt. Der Name steht beim Punkt.'],
      ['Nicht geprüft', 'Diese Prüfung konnte nicht nachsehen, weil ihr etwas fehlte.'],
    ],
    related: ['accounts', 'jobs', 'alerts'],
    synonyms:
      'Betrieb Einrichten Einrichtung Prüfungen SMTP Testmail Sicherung Backup Impressum Firma Mailserver Absender Adresse Gesundheit Server Störung Fehler Diagnose Monitoring doctor Kontrolle Regeln Integrität Daten',
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
      'Verlässt jemand das Team, deaktivieren Sie das Konto. Der Dialog zeigt, was an ihm hängt, und übergibt es auf Wunsch an eine andere Person. Was die Person getan hat, bleibt im Protokoll.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Sachbearbeitung', 'Reservierungen, Parks und Mails.'],
      ['Marketing', 'Kampagnen und Berichte, ohne personenbezogene Daten.'],
      ['Administration', 'Alles, auch Team und Protokoll.'],
    ],
    related: ['account', 'audit', 'state'],
    synonyms:
      'Konto Kollegen Rolle einladen deaktivieren Übergabe Nachfolge Vertretung Rechte Zugang',
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
    related: ['alerts', 'state', 'data-protection'],
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
]
