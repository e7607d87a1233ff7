import type { Topic } from '../topic'

/** What the desk opens every day. */
export const DESK: readonly Topic[] = [
  {
    name: 'dashboard',
    title: 'Heute',
    purpose:
      'Ihr Arbeitstag als Liste: zuerst, was eine gesetzliche Frist hat, dann, worauf jemand wartet, dann, was heute fällig ist. Rechts steht alles, was die Zeile braucht, und dort wird sie auch erledigt.',
    steps: [
      'Mit `j` und `k` gehen Sie durch die Aufgaben. `Enter` tut, was links steht: Es öffnet das Antwortfeld, zeigt die Telefonnummer (noch einmal `Enter` wählt sie), fragt nach Betrag und Tag einer Erstattung oder öffnet genau das Paar der Dublette.',
      'Eine Antwort wartet zehn Minuten. So lange holen Sie sie mit `z` zurück; mit `j` geht es zur nächsten Aufgabe.',
      'Mit `n` schreiben Sie eine Notiz. Darunter steht, was zuletzt geschah.',
      'Mit `a` übernehmen Sie eine Aufgabe. „Meine“, „Team“ und „Frei“ zeigen, wer was hat.',
      'Mit `e` ist die Aufgabe erledigt, mit `s` und `1`, `2` oder `3` kommt sie später wieder. Über eine Frist hinaus geht das nicht.',
      'Mit `z` nehmen Sie den letzten Schritt zurück.',
    ],
    keys: ['through', 'act', 'finish', 'snooze', 'assign', 'note', 'phone', 'undo'],
    words: [
      ['Wiedervorlage', 'Der Tag, an dem Sie eine Reservierung wieder ansehen wollen.'],
      ['Frist', 'Ein Tag, den das Gesetz nennt. Fällig ist die Arbeit am Werktag davor.'],
      [
        'Rückstand',
        'Was so lange liegt, dass die Administration es am Morgen erfahren hat. Zugeklappt, bis Sie ihn öffnen.',
      ],
    ],
    related: ['record', 'conversations', 'alerts'],
    synonyms: 'Start Startseite Aufgaben Übersicht fällig Warteschlange zuweisen erledigt',
  },
  {
    name: 'reservations',
    title: 'Liste der Reservierungen',
    purpose:
      'Alle Reservierungen, zum Suchen, Filtern und für Vorgänge mit vielen Haushalten auf einmal. Was Sie gefiltert haben, steht in der Adresse: Zurück, Neuladen und Weitergeben funktionieren.',
    steps: [
      'Mit `f` setzen Sie einen Filter. Häufige Filter speichern Sie als Ansicht mit eigenem Namen.',
      'Mit `j` und `k` gehen Sie durch die Zeilen, mit `Enter` öffnen Sie eine.',
      'Mit `x` wählen Sie Zeilen aus. Unten stehen dann die Vorgänge, und auf Wunsch nehmen Sie alle gefilterten dazu.',
      'Vor jedem Vorgang sehen Sie, was passiert, für wie viele er geht und bis wann Sie ihn zurücknehmen können.',
      'Über „Spalten“ wählen Sie, was dasteht und wie breit; mit der Maus ziehen Sie eine Spalte an ihrem rechten Rand. Dieser Browser merkt es sich.',
      'Über „Exportieren“ laden Sie die gefilterte Liste als CSV, Excel oder Parquet.',
    ],
    keys: ['move', 'open', 'select', 'filter', 'density'],
    words: [
      ['Ansicht', 'Gespeicherte Filter mit einem Namen, für Sie oder für das Team.'],
      ['Merkmal', 'Ein Wort, das Sie einer Reservierung geben und nach dem Sie filtern können.'],
      ['Stand', 'Wie weit ein Haushalt ist, von „Reserviert“ bis „Aktiv“.'],
    ],
    related: ['record', 'search', 'duplicates'],
    synonyms: 'Haushalte Kunden filtern exportieren CSV Excel auswählen einladen Ansicht speichern',
  },
  {
    name: 'record',
    title: 'Eine Reservierung',
    purpose:
      'Alles zu einem Haushalt, so angeordnet, wie man es am Telefon braucht: oben Name, Platz, Telefon und der nächste Schritt, darunter ein Verlauf mit allem, was geschah.',
    steps: [
      'Telefon und E-Mail sind verdeckt. „Anzeigen“ deckt sie kurz auf und wird protokolliert, die Nummer auch mit `t`.',
      'Mit `n` schreiben Sie eine Notiz, mit `Strg Enter` speichern Sie sie.',
      'Dort vermerken Sie auch Anrufe; ein Klick auf die Nummer bereitet das vor.',
      'Angaben ändern Sie, wo sie stehen: anklicken, tippen, `Enter`. Mit `b` beginnen Sie beim Namen, Tab führt zur nächsten und speichert.',
      'Mit `z` nehmen Sie Ihre letzte Änderung zurück. Geht es nicht mehr, steht da, warum.',
      'Mit `p` wählen Sie einen anderen Platz: im Bild mit Pfeiltasten und `Enter`, oder Sie tippen die Nummer.',
      'Mit `s` und `1`, `2` oder `3` setzen Sie eine Wiedervorlage, mit `e` ist sie erledigt.',
      'Mit `x` öffnen Sie die Vorgänge, etwa Stornieren oder Einladen.',
      'Hat jemand anderes dieselbe Angabe geändert, zeigt die Konsole beide Werte, und Sie entscheiden.',
    ],
    keys: [
      'note',
      'save',
      'edit',
      'phone',
      'place',
      'operations',
      'takeBack',
      'done',
      'later',
      'days',
      'neighbours',
    ],
    words: [
      ['Vorgang', 'Ein Schritt mit Folgen: Er ändert den Stand, den Platz oder den Anteil.'],
      [
        'Rückgängig',
        '24 Stunden lang möglich, solange niemand dieselbe Angabe ändert; bei Einladen und Vertrag nur, bis die Mail nach zehn Minuten hinausgeht.',
      ],
    ],
    related: ['reservations', 'mails', 'duplicates', 'declarations'],
    synonyms:
      'Vorgang Notiz Telefonnummer anzeigen stornieren Nachname ändern Platz wechseln rückgängig',
  },
  {
    name: 'create',
    title: 'Reservierung anlegen',
    purpose:
      'Für Haushalte, die anrufen, schreiben oder auf einer Messe vor Ihnen stehen. Vier Schritte in der Reihenfolge eines Gesprächs, auf einer Seite. Mit `c` kommen Sie von überall hierher.',
    steps: [
      'Wählen Sie, wie der Wunsch kam. Bei Brief und Messe gehört der Tag dazu.',
      'Tippen Sie den Namen. Gibt es schon jemanden, der so heißt, steht er sofort daneben.',
      'Paket und Zahlung rechnet der Server aus. Den Jahreszins sagen Sie bitte mit.',
      'Fragt jemand zuerst, was es kostet und was es bringt: `3` führt dorthin, auch aus dem leeren Namensfeld. Die Zahlen stehen rechts, ohne dass ein Name da ist. Mit `1` geht es zurück.',
      'Wünscht sich der Haushalt einen Platz, wählen Sie ihn im Bild oder tippen die Nummer.',
      'Lesen Sie die Einwilligung wörtlich vor und haken Sie erst nach dem Ja ab. Text, Tag und Ihr Name werden festgehalten.',
      'Mit `Strg Enter` legen Sie an.',
    ],
    keys: ['create', 'step', 'save'],
    words: [
      ['Ohne E-Mail', 'Der Haushalt bekommt Briefe. Sie drucken sie und vermerken den Versand.'],
    ],
    related: ['reservation-imports', 'record', 'search'],
    synonyms: 'Telefon Brief Messe neu anlegen aufnehmen Einwilligung vorlesen Anruf',
  },
  {
    name: 'reservation-imports',
    title: 'Reservierungen einlesen',
    purpose:
      'Listen, die andere geführt haben, etwa von einem Messestand, als CSV oder Excel. Nichts wird angelegt, bevor Sie gesehen haben, was aus jeder Zeile wird.',
    steps: [
      'Wählen Sie den Solarpark und die Datei und prüfen Sie, welche Spalte was bedeutet. Beim nächsten Mal ist das schon bekannt.',
      'Lesen Sie den Probelauf: welcher Platz, was fehlt, wer schon bekannt ist.',
      'Nennen Sie den Beleg für die Einwilligungen und ob eine Bestätigung gesendet wird.',
      'Lesen Sie ein. Lange Listen trägt der Server zu Ende ein, auch wenn Sie die Seite schließen; abgelehnte Zeilen laden Sie mit dem Grund als Datei herunter.',
      'Innerhalb von 24 Stunden nehmen Sie alles zusammen zurück.',
    ],
    keys: ['search', 'create'],
    words: [['Probelauf', 'Die Liste mit dem Ergebnis jeder Zeile, ohne dass etwas geschieht.']],
    related: ['create', 'reservations'],
    synonyms: 'Import CSV Excel XLSX Datei hochladen Tabelle Messe Liste',
  },
  {
    name: 'search',
    title: 'Suchen mit Strg K',
    purpose:
      'Ein Feld für alles: Haushalte, Warteliste, Nachrichten, Erklärungen, Seiten, Vorgänge und Hilfe. Es öffnet sich auf jeder Seite mit `Strg K` oder `/` und sucht immer im ganzen Bestand, nie nur in Ihren Filtern.',
    steps: [
      'Tippen Sie einen Namen, auch nur den Anfang. Ein Buchstabe darf falsch sein.',
      'Eine Zahl allein meint den Platz. Sonst geht auch Postleitzahl, Referenz, E-Mail oder das Ende der Telefonnummer.',
      'Auch wer nur auf der Warteliste steht, geschrieben oder widerrufen hat, wird gefunden, ebenso die Nummern NA-, KA- und ER-.',
      'Ein Vorgang geht mit dem Namen zusammen: „stornieren thoma“.',
      'Rechts in jeder Zeile steht, warum sie gefunden wurde.',
      '`Enter` öffnet den Treffer. Mit dem Pfeil nach rechts kommen Sie zu seinen Vorgängen.',
    ],
    keys: ['search', 'slash', 'open', 'escape'],
    words: [['Referenz', 'Die Kennung einer Reservierung, zum Beispiel VG-7K3M-Q2XH.']],
    related: ['record', 'reservations'],
    synonyms: 'finden Anrufer Befehle Palette Telefon Ende Platznummer',
  },
  {
    name: 'duplicates',
    title: 'Dubletten',
    purpose:
      'Reservierungen, die vielleicht zum selben Haushalt gehören, nebeneinander. Gleiche Angaben sind erkennbar, entscheiden müssen Sie.',
    steps: [
      'Vergleichen Sie die Angaben. Im Zweifel hilft ein Anruf.',
      '„Zusammenführen“ behält die Reservierung, die Sie wählen, mit Platz und Paket und nimmt Notizen, Merkmale und die früheste Wiedervorlage der anderen mit. Die anderen werden storniert.',
      '„Keine Dublette“ nimmt das Paar von der Liste, zum Beispiel bei Vater und Sohn.',
      'Nennen Sie einen Grund. Er steht danach im Verlauf aller beteiligten Reservierungen.',
    ],
    keys: ['search', 'reservations'],
    words: [
      [
        'Zusammenführen',
        'Aus mehreren Reservierungen eines Haushalts wird eine. 24 Stunden lang rücknehmbar.',
      ],
    ],
    related: ['record', 'reservations'],
    synonyms: 'doppelt Doppelte zusammenführen Paar mergen',
  },
  {
    name: 'contracts',
    title: 'Verträge',
    purpose:
      'Jede Bestellung eines Haushalts, die neueste zuerst. Eine Zeile führt zur Reservierung; dort stehen unter „Vertrag“ die Unterlagen, das Konto mit seinen letzten vier Ziffern, der Zahlungsplan und die Tage, an denen der Anteil Gutschriften bringt.',
    steps: [
      'Mit dem Filter „Stand“ sehen Sie, welche Bestellungen auf eine Entscheidung warten.',
      'Über Raten entscheidet ein Mensch: „Raten zusagen“ schließt den Vertrag, „Raten ablehnen“ verlangt einen Grund, und der Haushalt kann neu bestellen. Beides ist endgültig.',
      'Eine Bestellung per Brief oder am Telefon tragen Sie in der Reservierung ein. Am Telefon lesen Sie jede Erklärung vor und haken sie nach dem Ja ab.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Hinfällig', 'Der Haushalt hat neu bestellt oder seinen Platz aufgegeben.'],
      ['Mandat', 'Die Erlaubnis zum Lastschrifteinzug, mit eigener Nummer.'],
    ],
    related: ['record', 'reservations', 'parks'],
    synonyms: 'Bestellung Raten zusagen ablehnen Vertrag PDF Unterlagen Mandat Widerrufsfrist IBAN',
  },
  {
    name: 'payments',
    title: 'Zahlungen',
    purpose:
      'Was Haushalte schulden, was an die Bank geht und was von ihr kommt. Oben steht, worüber Sie entscheiden: Lastschriften, die zurückkamen, und Zahlungen, deren Vertrag niemand kennt.',
    steps: [
      'Entwerfen Sie eine Datei mit Lastschriften oder Überweisungen. Vorher sehen Sie, wie viele Posten hineinkommen.',
      'Jemand anderes sieht die Posten durch und gibt die Datei frei, mit Passwort und Code. Erst dann gibt es sie zum Laden.',
      'Hat die Bank die Datei, vermerken Sie das.',
      'Lesen Sie den Kontoauszug ein: Die Konsole zeigt, was er bewirkt, und bucht nach Ihrem Klick. Dieselbe Bewegung bucht sie nie zweimal.',
      'Eine Zuordnung nehmen Sie unter „Bewegungen“ zurück.',
    ],
    keys: ['search', 'today'],
    words: [
      ['Offener Posten', 'Ein fälliger Betrag, der noch nicht ganz bezahlt ist.'],
      ['Freigeben', 'Die zweite Person macht aus dem Entwurf die Datei für die Bank.'],
    ],
    related: ['contracts', 'record', 'operation-requests'],
    synonyms:
      'Bank SEPA Lastschrift Überweisung Kontoauszug camt Rückgabe Erstattung offen Mahnung',
  },
  {
    name: 'waiting-list',
    title: 'Warteliste',
    purpose:
      'Wer auf einen Platz in einem vollen Park wartet, in der Reihenfolge der Eintragung. Wird ein Platz frei, bekommt ihn der erste Haushalt angeboten, der warten kann.',
    steps: [
      'Sehen Sie oben, wie viele Plätze frei, gehalten und vergeben sind.',
      'Öffnen Sie einen Eintrag, um ein Angebot zu machen. Der Platz ist dann 72 Stunden gehalten, die Mail geht sofort.',
      'Sie können die Stelle ändern oder jemanden auslassen. Dazu gehört immer ein Grund, der im Verlauf des Eintrags bleibt.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Angebot', 'Ein gehaltener Platz mit Frist. Ohne Antwort geht er an den nächsten Haushalt.'],
      ['Stelle', 'Der Platz in der Reihe. 1 ist als Nächstes dran.'],
    ],
    related: ['parks', 'reservations'],
    synonyms: 'Interessenten warten Nachrücker anbieten Reihenfolge',
  },
  {
    name: 'operation-requests',
    title: 'Freigaben',
    purpose:
      'Große Vorgänge, die sich nicht zurücknehmen lassen, führt niemand allein aus. Hier wartet der Vorgang, bis eine zweite Person zustimmt.',
    steps: [
      'Lesen Sie, was beantragt ist, für wen und warum, und was sich seit der Vorlage geändert hat.',
      'Mit „Freigeben“ wird der Vorgang sofort ausgeführt. „Alles rückgängig machen“ geht für Sie beide, bis die Mails hinausgehen.',
      'Mit „Ablehnen“ geschieht nichts, ebenso nach 24 Stunden ohne Antwort. Einen eigenen Antrag können Sie zurückziehen.',
      'Unter „Letzte Vorgänge“ finden Sie 24 Stunden lang, was mit mehreren Haushalten zugleich geschah.',
    ],
    keys: ['search', 'today'],
    words: [['Zweite Person', 'Jemand anderes als die Person, die den Antrag gestellt hat.']],
    related: ['reservations', 'audit'],
    synonyms: 'Vier-Augen genehmigen zustimmen endgültig Antrag',
  },
]
