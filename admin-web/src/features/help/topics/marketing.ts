import type { Topic } from '../topic'

/** What brings households. */
export const MARKETING: readonly Topic[] = [
  {
    name: 'campaigns',
    title: 'Kampagnen',
    purpose:
      'Eine Kampagne bringt zusammen, was sie gekostet hat, wen sie auf die Website gebracht hat und wie viele reserviert haben. Erst mit ihr werden die Zahlen vergleichbar.',
    steps: [
      'Legen Sie die Kampagne an, bevor sie startet, mit Zeitraum und Budget.',
      'Bauen Sie ihre Links und benutzen Sie nur diese.',
      'Tragen Sie die Kosten von Hand ein oder lesen Sie sie aus einer Datei ein.',
      'Ist sie vorbei, archivieren Sie sie. Ihre Besuche und Kosten zählen weiter.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Budget', 'Was ausgegeben werden darf. Die Konsole sagt, wenn es früher aufgebraucht ist.'],
      ['Herkunft', 'Quelle, Medium und Kampagne aus dem Link eines Besuchs.'],
    ],
    related: ['links', 'costs', 'aliases', 'reports'],
    synonyms: 'Werbung Budget Anzeigen UTM anlegen archivieren',
  },
  {
    name: 'referrals',
    title: 'Empfehlungen',
    purpose:
      'Wer uns weiterempfiehlt und was daraus wird. Jeder Haushalt hat mit seiner Reservierung einen Code, Vereine und Betriebe bekommen einen von Ihnen.',
    steps: [
      'Legen Sie für einen Partner einen Code an. Lassen Sie das Feld leer, dann wählen wir einen, der sich gut vorlesen lässt.',
      'Sehen Sie in der Rangliste, welche Codes Reservierungen bringen.',
      'Einen Code, der missbraucht wird, sperren Sie. Was er schon gebracht hat, bleibt gezählt.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Partner', 'Ein Verein, ein Betrieb oder eine Gemeinde. Bitte keine Namen von Personen.'],
    ],
    related: ['links', 'reports'],
    synonyms: 'Code Freunde werben weiterempfehlen Rangliste Partner',
  },
  {
    name: 'links',
    title: 'Link bauen',
    purpose:
      'Hier entsteht der Link für ein Plakat, eine Anzeige oder einen Newsletter, mit allen Angaben, an denen wir den Besuch später erkennen.',
    steps: [
      'Wählen Sie Kampagne, Quelle und Medium. Die Konsole schlägt Schreibweisen vor, die es schon gibt.',
      'Kopieren Sie den ganzen Link, oder legen Sie einen Kurzlink an.',
      'Für Gedrucktes laden Sie den QR-Code. Probieren Sie ihn mit dem eigenen Telefon, bevor er in Druck geht.',
    ],
    keys: ['search'],
    words: [
      [
        'Kurzlink',
        'Eine kurze Adresse, die weiterleitet. Sie lässt sich stilllegen und wieder aktivieren.',
      ],
      ['Medium', 'Die Art der Werbung, etwa „plakat“ oder „newsletter“.'],
    ],
    related: ['campaigns', 'aliases', 'site-check'],
    synonyms: 'Kurzlink QR-Code UTM Plakat Adresse Newsletter',
  },
  {
    name: 'costs',
    title: 'Kosten einlesen',
    purpose:
      'Aus der Abrechnung einer Werbeplattform werden Beträge je Tag und Kampagne. Vor dem Einlesen sehen Sie, was passiert, und danach können Sie alles zurücknehmen.',
    steps: [
      'Laden Sie die Datei, als CSV oder Excel. Gibt es einen Ordner für Werbekosten, steht sie schon unter „Eingegangen“.',
      'Sagen Sie, welche Spalte Tag, Kampagne und Betrag enthält.',
      'Heißt eine Kampagne auf der Plattform anders als hier, wählen Sie, welche gemeint ist. Das merken wir uns.',
      'Entscheiden Sie, was mit Tagen geschieht, an denen schon ein Betrag steht.',
      'Prüfen Sie die Zeilen mit Fragen, dann lesen Sie ein.',
    ],
    keys: ['move', 'open'],
    words: [
      ['Zuordnung', 'Welche Spalte der Datei was bedeutet.'],
      [
        'Gemerkter Name',
        'Was der Name einer Plattform hier bedeutet. „Vergessen“ nimmt ihn zurück; schon eingelesene Beträge bleiben.',
      ],
      [
        'Gutschrift',
        'Ein Betrag unter null. Er mindert die Kosten seines Tages, wenn Sie es bestätigen.',
      ],
    ],
    related: ['campaigns', 'reports'],
    synonyms:
      'Ausgaben Werbekosten Datei Import CSV Excel hochladen Google Meta Microsoft LinkedIn Währung Kurs Klicks',
  },
  {
    name: 'aliases',
    title: 'Schreibweisen',
    purpose:
      '„fb“, „Facebook“ und „facebook.com“ sind dasselbe. Hier sagen Sie es der Konsole, und alle Berichte zählen sie zusammen, auch rückwirkend.',
    steps: [
      'Sehen Sie unter „Gesehene Werte“, was in Links steht, und unter „Gehört das zusammen?“, was vermutlich dasselbe meint.',
      'Ordnen Sie den Wert zu. Vorher sehen Sie, wie viele Reservierungen und Kampagnen das berührt.',
      'War es falsch, nehmen Sie die Zuordnung zurück. Die ursprünglichen Werte bleiben immer erhalten.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [
      ['Schreibweise', 'Ein Wert, wie er im Link stand. Groß oder klein spielt keine Rolle.'],
      [
        'Kanalgruppe',
        'Wie jemand kam, in groben Gruppen: Suche, soziale Netze, E-Mail, Druck und QR, KI-Assistenten. Die Regeln stehen auf der Seite „Kanalgruppen“.',
      ],
    ],
    related: ['links', 'campaigns', 'site-check'],
    synonyms: 'Alias zusammenfassen Quelle zuordnen utm_source Kanalgruppe KI Suche Messenger',
  },
  {
    name: 'notes',
    title: 'Anmerkungen',
    purpose:
      'Was an einem Tag los war: eine Messe, ein Zeitungsartikel, ein neuer Preis. Die Anmerkung steht in allen Diagrammen am richtigen Tag und erklärt Ausschläge.',
    steps: [
      'Tragen Sie Tag und einen kurzen Text ein.',
      'Schreiben Sie, was geschah, nicht, was Sie daraus schließen.',
      'Gilt sie nur für eine Kampagne, wählen Sie diese aus. Namen von Haushalten gehören nicht hierher.',
      'Wurde etwas verschickt oder gesendet, wählen Sie die Art und die Stunde. „Was danach kam“ vergleicht mit denselben Stunden der Wochen davor.',
    ],
    keys: ['filter', 'move', 'open'],
    words: [['Ausschlag', 'Ein Tag mit auffällig vielen oder wenigen Besuchen.']],
    related: ['reports', 'campaigns'],
    synonyms:
      'Ereignis Notiz Kalender Messe Zeitung Tag Aussendung Newsletter Radiospot Flyer Mailing',
  },
  {
    name: 'site-check',
    title: 'Prüfung',
    purpose:
      'Stimmt, was gemessen wird? Diese Seite zeigt Werte in Links, die zu keiner Kampagne gehören, Geld ohne Besuche und den Datenbestand der Auswertung.',
    steps: [
      'Ordnen Sie unbekannte Werte zu, oder legen Sie daraus eine Kampagne an.',
      'Gibt es Kosten ohne Besuche, prüfen Sie den Link der Anzeige.',
      'Sind Daten noch unterwegs, warten Sie einen Moment. Die Berichte sagen selbst, bis wann sie reichen.',
    ],
    keys: ['search'],
    words: [['Datenbestand', 'Die Besuche und Reservierungen, aus denen Berichte rechnen.']],
    related: ['aliases', 'links', 'reports'],
    synonyms: 'Messung Zählung Besuche Kontrolle Attribution',
  },
]
