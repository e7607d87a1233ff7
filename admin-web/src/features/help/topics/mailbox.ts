import type { Topic } from '../topic'

/** Mails, declarations, parks and what looks back on them. */
export const MAILBOX: readonly Topic[] = [
  {
    name: 'conversations',
    title: 'Posteingang',
    purpose:
      'Was Haushalte uns schreiben, über das Formular der Website oder per Mail, jeweils als Schriftwechsel mit allen Antworten. Die Konsole ordnet ihn der Reservierung zu, wenn sie sicher ist.',
    steps: [
      'Öffnen Sie einen Schriftwechsel. Ist er niemandem zugeordnet, schlägt die Seite Haushalte vor und sagt, warum. Schreibt ein Lieferant oder eine Zeitung, wählen Sie „Gehört zu niemandem“.',
      'Mit `m` schreiben Sie, mit `t` beginnen Sie mit einer Vorlage. Die Vorschau zeigt, was der Haushalt liest. Dateien hängen Sie über den Knopf an oder ziehen sie auf die Nachricht.',
      'Mit `Strg Enter` senden Sie. Die Antwort wartet zehn Minuten, solange holt `z` sie zurück.',
      'Braucht es keine Antwort, ist der Schriftwechsel mit `e` erledigt.',
    ],
    keys: ['added', 'messages', 'answer', 'template', 'send', 'withdraw', 'settle'],
    words: [
      [
        'Andere Adresse',
        'Geschrieben wurde von einer Adresse, die wir nicht kennen. Nennen Sie dann nichts aus der Reservierung.',
      ],
      [
        'Nicht zu lesen',
        'Eine Mail, die beschädigt ankam. Über dem Posteingang speichern Sie sie und öffnen sie in einem Mailprogramm.',
      ],
      ['Wartet', 'Wir haben geantwortet, der Haushalt ist an der Reihe.'],
    ],
    related: ['answer-templates', 'mails', 'record'],
    synonyms: 'Nachrichten Mail beantworten Kontaktformular Anfrage antworten Anhang zuordnen',
  },
  {
    name: 'answer-templates',
    title: 'Antwortvorlagen',
    purpose:
      'Texte für Antworten, die Sie oft schreiben. Felder in geschweiften Klammern füllt die Konsole für jeden Haushalt mit seinen eigenen Angaben, etwa Vorname, Platz oder Gutschrift im Monat.',
    steps: [
      'Öffnen Sie eine Vorlage oder legen Sie eine neue an.',
      'Fügen Sie Felder aus der Liste ein. Daneben lesen Sie die Antwort mit den Angaben eines Beispielhaushalts oder eines, den Sie suchen.',
      'Ein Feld, das es nicht gibt, ist in der Vorschau markiert und wird beim Speichern gemeldet.',
      'Hat ein Haushalt für ein Feld keine Angabe, sehen Sie das beim Antworten. Gesendet wird erst, wenn Sie die Stelle ersetzt haben.',
    ],
    keys: ['template', 'search'],
    words: [['Feld', 'Ein Name in geschweiften Klammern, an dessen Stelle eine Angabe tritt.']],
    related: ['conversations'],
    synonyms: 'Textbausteine Vorlage Platzhalter Antwort Baustein',
  },
  {
    name: 'mails',
    title: 'Versand',
    purpose:
      'Jede Mail, die an Haushalte ging oder noch geht. Hier finden Sie heraus, ob eine Nachricht angekommen ist, und senden sie bei Bedarf noch einmal.',
    steps: [
      'Filtern Sie nach Stand, Art, Adresse oder Referenz.',
      'Öffnen Sie eine Mail, um sie so zu lesen wie der Haushalt.',
      'Ist sie gescheitert, berichtigen Sie die Adresse in der Reservierung oder unter „Abgewiesen“ und senden die Mail erneut.',
      'Eine Mail, die noch wartet, können Sie zurückziehen.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Gescheitert', 'Der Server des Empfängers hat die Mail endgültig nicht angenommen.'],
      ['Wartet', 'Die Mail geht nach zehn Minuten hinaus oder wird erneut versucht.'],
    ],
    related: ['refused-mails', 'mail-templates', 'record'],
    synonyms: 'E-Mail Postausgang erneut senden gescheitert angekommen',
  },
  {
    name: 'refused-mails',
    title: 'Abgewiesen',
    purpose:
      'Haushalte, deren Postfach unsere Mails ablehnt, meist wegen eines Tippfehlers. Ohne bestätigte Adresse verlieren sie ihren Platz, deshalb lohnt sich ein Anruf.',
    steps: [
      'Zeigen Sie die Telefonnummer an und fragen Sie nach der richtigen Adresse.',
      'Tragen Sie die Adresse ein. Alle abgelehnten Mails gehen sofort dorthin.',
      'Erreichen Sie niemanden, setzen Sie in der Reservierung eine Wiedervorlage.',
    ],
    keys: ['search', 'today'],
    words: [['Frist', 'Der Tag, an dem der Platz ohne Bestätigung frei wird. Sie läuft weiter.']],
    related: ['mails', 'record'],
    synonyms: 'unzustellbar Bounce falsche Adresse berichtigen Postfach',
  },
  {
    name: 'declarations',
    title: 'Erklärungen',
    purpose:
      'Widerrufe und Kündigungen, die Haushalte auf der Website abgegeben haben. Die Empfangsbestätigung ist dann schon verschickt. Sie ordnen zu und entscheiden.',
    steps: [
      'Prüfen Sie, ob die Reservierung stimmt, die die Konsole vorschlägt. Sonst geben Sie eine andere Referenz an.',
      'Nehmen Sie die Erklärung an oder lehnen Sie sie mit Ihren eigenen Worten ab. Der Haushalt bekommt eine Mail.',
      'War schon Geld geflossen, erstatten Sie es bis zum genannten Tag und vermerken es hier.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Widerruf', 'Der Haushalt löst sich innerhalb der gesetzlichen Frist, ohne Grund.'],
      ['Kündigung', 'Der Vertrag endet zu einem späteren Tag.'],
    ],
    related: ['record', 'mails'],
    synonyms: 'Widerruf Kündigung Erstattung Geld zurück Frist',
  },
  {
    name: 'mail-templates',
    title: 'Mail-Vorlagen',
    purpose:
      'Alle Arten von Mails mit einem erfundenen Haushalt, so wie sie im Postfach aussehen. Damit wissen Sie, was ein Haushalt gelesen hat, bevor er anruft.',
    steps: [
      'Wählen Sie links eine Art.',
      'Sehen Sie sich die Mail hell, dunkel oder als reinen Text an.',
      'Ändern lassen sich die Texte hier nicht. Sie gehören zum Produkt.',
    ],
    keys: ['search'],
    words: [['Anlass', 'Das Ereignis, nach dem die Mail von selbst verschickt wird.']],
    related: ['mails'],
    synonyms: 'Muster Vorschau Text E-Mail Beispiel',
  },
  {
    name: 'parks',
    title: 'Parks',
    purpose:
      'Jeder Solarpark mit seinen Plätzen: wie viele belegt sind, wem ein Platz gehört, und was der Park als Nächstes tut.',
    steps: [
      'Öffnen Sie einen Park und wählen Sie im Bild einen Platz oder tippen Sie seine Nummer.',
      'Sperren Sie Plätze mit einem Grund, er steht im Verlauf jedes Platzes.',
      'Halten Sie Reservierungen an, wenn niemand mehr reservieren soll, und öffnen Sie den Park später wieder.',
      'Steht fest, dass der Park gebaut wird, bestätigen Sie ihn für alle Haushalte zugleich. Wird er nicht gebaut, sagen Sie ihn ab.',
    ],
    keys: ['move', 'open'],
    words: [
      ['Belegt', 'Reserviert, gehalten oder gesperrt: Niemand sonst kann den Platz nehmen.'],
      [
        'Gehalten',
        'Nach einem Storno oder während eines Angebots bleibt der Platz für kurze Zeit stehen.',
      ],
    ],
    related: ['waiting-list', 'reservations', 'reports'],
    synonyms: 'Solarpark Plätze sperren freigeben Absage Bestätigung Überbuchung',
  },
  {
    name: 'metrics',
    title: 'Kennzahlen',
    purpose:
      'Was jede Zahl bedeutet, die Berichte zeigen: Formel, Filter und SQL. Ein Wort hat hier genau eine Definition.',
    steps: [
      'Suchen Sie das Wort, das über der Spalte steht, oder den Namen aus einer Datei, etwa „reservations“.',
      'Lesen Sie die Formel, und darunter das SQL, mit dem gerechnet wird.',
      'In einem Bericht führt „Woher kommen diese Zahlen?“ zu den Kennzahlen seiner Spalten.',
    ],
    keys: ['search'],
    words: [],
    related: ['reports', 'alerts'],
    synonyms: 'Formel Definition Bedeutung SQL',
  },
  {
    name: 'reports',
    title: 'Berichte',
    purpose:
      'Zahlen zu Auslastung, Verträgen, Gutschriften und Werbung. Was Sie fragen, steht in der Adresse, und jede Zahl führt zu den Reservierungen dahinter, soweit Ihre Rolle sie sieht.',
    steps: [
      'Wählen Sie einen Bericht und den Zeitraum. Die Zahlen erscheinen Zeile für Zeile.',
      '„Mein Geld“ sagt zu jeder Kampagne, ob sie sich lohnt. Legen Sie dort einmal fest, was ein Vertrag kosten darf.',
      'Unter „Vergleich“ wählen Sie einen Zeitraum, der daneben steht.',
      'Zu jedem Bild gehören Tabelle und Datei.',
      'Was eine Zahl bedeutet, steht unter „Kennzahlen“.',
      'Mit „Festhalten“ bewahren Sie den heutigen Stand auf und können ihn später vergleichen.',
      '„Link erstellen“ gibt einen festgehaltenen Bericht an Menschen ohne Konto weiter.',
      'Mit „Regelmäßig senden“ kommt ein Bericht von selbst per Mail, sobald die Daten des Tages davor da sind. Fehlen sie nach drei Stunden noch, kommt er trotzdem und sagt es.',
    ],
    keys: ['search'],
    words: [
      ['Modell', 'Die Regel, nach der eine Reservierung den Kampagnen davor angerechnet wird.'],
      [
        'Reif',
        'Alt genug für ein Urteil: So lange brauchen neun von zehn Verträgen, mindestens 42 Tage.',
      ],
      [
        'Spanne',
        'Zwischen diesen Beträgen liegt, was ein Vertrag kostet: über alle sechs Modelle und mit dem Zufall, zu 80 %.',
      ],
      [
        'Festgehalten',
        'Ein Bericht mit den Zahlen von damals, auch wenn sich die Daten später ändern.',
      ],
    ],
    related: ['alerts', 'campaigns', 'notes'],
    synonyms:
      'Auswertung Statistik Zahlen Diagramm Auslastung Attribution Plan Link teilen Partner weitergeben Empfänger Zeitplan',
  },
  {
    name: 'alerts',
    title: 'Hinweise',
    purpose:
      'Was gerade Aufmerksamkeit braucht: ein Park fast voll, viele gescheiterte Mails, drei Tage keine Reservierung, Kosten ohne einen Besuch. Geprüft wird von selbst, alle paar Minuten und nach jedem Tag.',
    steps: [
      'Lesen Sie unter „Offen“, was los ist und was hilft.',
      'Mit „Zur Kenntnis genommen“ wissen alle im Team, dass Sie sich kümmern.',
      'Ist der Grund behoben, verschwindet der Hinweis von selbst und bleibt im Verlauf.',
      'Mit „Regel anlegen“ wählen Sie eine Zahl, wofür sie gelten soll und wann Sie es wissen möchten. Vor dem Speichern steht da, wie oft die Regel im letzten Jahr angeschlagen hätte.',
      'Eine Regel gilt für alle, deren Rolle die Zahl sieht; die Mail bekommt, wer darin eingetragen ist. Was Voltigo von sich aus prüft, stellt die Administration ein.',
    ],
    keys: ['today'],
    words: [
      ['Ruhezeit', 'Stunden, in denen Hinweise keine Mail auslösen.'],
      ['Wie sonst', 'Der Durchschnitt der gleichen Wochentage der letzten acht Wochen.'],
    ],
    related: ['dashboard', 'jobs', 'parks', 'reports'],
    synonyms: 'Warnung Alarm Meldung Regel Grenze Ruhe einrichten Ausreißer Benachrichtigung',
  },
  {
    name: 'account',
    title: 'Ihr Konto',
    purpose:
      'Name, Passwort, zweiter Faktor und Passkeys, mit denen Sie sich anmelden. Außerdem sehen Sie, auf welchen Geräten Sie angemeldet sind.',
    steps: [
      'Geschützte Schritte fragen noch einmal nach einem Code aus der App oder nach Ihrem Passkey. Das gilt dann zehn Minuten.',
      'Mit einem Passkey melden Sie sich ohne Passwort und Code an. Legen Sie am besten auf jedem Ihrer Geräte einen an, und entfernen Sie den eines verlorenen Geräts gleich.',
      'Neues Telefon? Richten Sie die App hier neu ein, solange das alte noch da ist.',
      'Bewahren Sie die Wiederherstellungscodes außerhalb des Telefons auf. Jeder gilt einmal.',
      'Eine Sitzung, die Sie nicht kennen, beenden Sie sofort und ändern Ihr Passwort.',
    ],
    keys: ['search'],
    words: [
      ['Zweiter Faktor', 'Ein Code aus einer App, zusätzlich zum Passwort.'],
      ['Passkey', 'Ein Schlüssel auf Ihrem Gerät, den Fingerabdruck, Gesicht oder PIN freigibt.'],
    ],
    related: ['search', 'dashboard'],
    synonyms:
      'Passwort Passkey Fingerabdruck Authenticator Code Wiederherstellung Sitzung abmelden Gerät',
  },
]
