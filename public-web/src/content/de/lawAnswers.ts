import { formatShortEuro } from '@/lib/germanNumbers'
import { otherIncomeLimit } from '@/lib/law'

/** What the law says of two questions that our own rules cannot answer, and who can say more. */
export const lawAnswersText = {
  title: 'Zwei Fragen an das Gesetz',
  stand: 'Stand: 30. November 2026. Rechtsrat und Steuerberatung ersetzt das nicht.',
  answers: [
    {
      id: 'energy-sharing',
      question: 'Ist das Energy Sharing?',
      answer:
        'So ordnen wir es nicht ein. Beim Energy Sharing (§ 42c EnWG, seit Juni 2026) nutzen Haushalte den Strom einer Anlage in ihrem Netzgebiet über das öffentliche Netz; überwiegend gewerbliche Betreiber sind ausgeschlossen. Bei uns bekommen Sie Geld statt Strom, gleich wo Sie wohnen. Abschließend beurteilen kann das eine Anwältin oder ein Anwalt.',
    },
    {
      id: 'steuerregeln',
      question: 'Was ist über die Steuer bekannt?',
      answer: `Die Befreiung für Solaranlagen an Gebäuden (§ 3 Nr. 72 EStG) gilt für Anteile an einem Park auf freiem Feld nicht. Sind die Gutschriften sonstige Einkünfte (§ 22 Nr. 3 EStG), bleiben sie frei, solange alle solchen Einkünfte unter ${formatShortEuro(otherIncomeLimit)} im Jahr liegen. Ob sie Kapitalerträge sind (§ 20 EStG), klärt eine Steuerberatung.`,
    },
  ],
} as const
