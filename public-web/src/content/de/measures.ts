import { paths } from '@/lib/paths'
import type { TextSection } from '@/lib/textSection'

/** The section that the catalogue of figures stands below. */
export const CATALOGUE = 'Unsere Zahlen im Einzelnen'

export const measuresText = {
  title: 'Was wir messen',
  lead: 'Welche Zahlen wir über unsere Seiten führen, wie wir sie bilden und was wir nicht wissen.',
  sections: [
    {
      title: 'Wozu wir zählen',
      blocks: [
        'Werbung kostet Geld. Deshalb wollen wir wissen, welche Werbung Haushalte erreicht, und wo unser Formular schwierig ist. Dafür genügen Summen. Wer Sie sind, brauchen wir dazu nicht zu wissen.',
      ],
    },
    {
      title: 'Was wir immer zählen',
      blocks: [
        'Wir zählen Besuche, aufgerufene Seiten und wie weit jemand im Formular kommt, dazu, ob jemand mit einem Telefon, einem Tablet oder einem Computer da ist. Auch wenn Sie einen QR-Code oder einen Kurzlink von uns öffnen, zählen wir diesen Aufruf. Auf Ihrem Gerät liegt dafür nichts. Die Zahl, an der wir einen Besuch als einen erkennen, gilt einen Tag: Kommen Sie morgen wieder, sind Sie für uns ein neuer Besuch.',
        `Wie das im Einzelnen geschieht, steht in den [Datenschutz\u00adhinweisen](${paths.privacy}#zahlung-der-besuche).`,
      ],
    },
    {
      title: 'Was wir nur mit Ihrem Ja wissen',
      blocks: [
        'Ob Sie schon früher über eine Anzeige oder eine Empfehlung bei uns waren, erfahren wir nur, wenn wir es uns auf Ihrem Gerät merken dürfen. Sagen Sie Nein, kennen wir allein den Besuch, in dem Sie reservieren. Für Ihre Reservierung ist beides gleich.',
        'Nach der Reservierung fragen wir, wie Sie auf uns aufmerksam geworden sind. Auch das ist freiwillig.',
      ],
    },
    {
      title: 'Was wir nicht schätzen',
      blocks: [
        'Welche Werbung einer Reservierung insgesamt vorausging, wissen wir nur, wo wir uns den Weg merken durften. Bei allen anderen zählt allein der Besuch, in dem reserviert wurde; auf das Fehlende rechnen wir nicht hoch. In unseren Auswertungen steht dabei, bei wie vielen Reservierungen wir frühere Besuche kennen.',
      ],
    },
    {
      title: 'Was niemand bei uns sieht',
      blocks: [
        [
          'Wer bei uns Werbung plant, sieht weder Namen noch Adressen.',
          'Wege und Antworten, die weniger als fünf Haushalte gemeinsam haben, erscheinen nur zusammengefasst.',
          'Was Sie ins Formular eintippen, zählen wir nicht, nur den Abschnitt, den Sie erreichen.',
          'Kein anderer Anbieter zählt mit, und wir geben die Zahlen eines Haushalts nicht weiter.',
        ],
      ],
    },
    {
      title: CATALOGUE,
      blocks: [
        'Jede Zahl hat bei uns genau eine Bedeutung. Dies ist der Katalog, aus dem unsere Auswertungen ihre Namen nehmen.',
      ],
    },
  ] satisfies TextSection[],
}

/** What a figure is counted in. */
export const figureNote = (grain: string) => `Gezählt wird: ${grain}.`
