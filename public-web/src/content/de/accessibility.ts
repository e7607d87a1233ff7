import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import type { TextSection } from '@/lib/textSection'
import { emailLink, phoneLink } from './companyLinks'

/** The statement of § 14 BFSG with the contents of its annex 3. */
export function accessibilityText(company: Company) {
  const { name, street, postcodeCity } = company
  return {
    // With a soft hyphen, as the word is wider than a small phone.
    title: 'Erklärung zur Barriere\u00adfreiheit',
    lead: 'Alle sollen hier lesen, rechnen und reservieren können. Was wir dafür tun, wie wir es prüfen und wo es noch hakt.',
    sections: [
      {
        title: 'Wofür diese Erklärung gilt',
        blocks: [
          `Sie gilt für diese Website von ${name} und für die Reservierung, die Sie darauf vornehmen können. Das ist eine Dienstleistung im elektronischen Geschäftsverkehr nach dem Barriere\u00adfreiheits\u00adstärkungs\u00adgesetz (BFSG); die Erklärung enthält die Angaben nach § 14 BFSG und dessen Anlage 3.`,
        ],
      },
      {
        title: 'Was der Dienst ist und wie er abläuft',
        blocks: [
          'Auf dieser Website können Haushalte sich über Anteile an einem Solarpark informieren, ihre Gutschriften ausrechnen und einen Platz reservieren. Ein Benutzerkonto ist dafür nicht nötig.',
          `Die Reservierung hat vier Abschnitte auf einer Seite: Energieverbrauch, Solarpaket, Zahlung und Ihre Daten. Was fehlt oder nicht stimmt, steht beim Feld und gesammelt über dem Formular, mit Links dorthin. Es gibt keine Frist: Sie können so langsam ausfüllen, wie Sie möchten. Danach erhalten Sie eine Bestätigung auf der Seite und per E-Mail. Ein Vertrag entsteht dadurch noch nicht; was dafür gilt, steht in den [AGB](${paths.terms}).`,
        ],
      },
      {
        title: 'Wie weit wir sind',
        blocks: [
          'Maßstab sind die Anforderungen der Verordnung zum BFSG, die europäische Norm EN 301 549 und die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA. Nach unserer eigenen Prüfung erfüllt die Website sie, mit den Einschränkungen weiter unten. Dafür sorgen wir unter anderem so:',
          [
            '**Wahrnehmbar:** Zeichnungen haben eine Beschreibung oder stehen nur zur Zierde neben dem Text; zu Schaubildern gibt es die Zahlen als Text oder Tabelle. Nichts wird allein durch Farbe mitgeteilt, die Kontraste stimmen hell wie dunkel.',
            '**Bedienbar:** Alles geht mit der Tastatur, der Fokus ist sichtbar, ein Sprunglink führt zum Inhalt. Bewegung ist sparsam und entfällt, wenn Sie das in Ihrem System eingestellt haben.',
            '**Verständlich:** Sprache und Aufbau sind einfach gehalten, Felder haben dauerhafte Beschriftungen, Fehlermeldungen sagen, was zu tun ist.',
            '**Robust:** Die Seiten sind fertiges HTML mit Überschriften und Bereichen, die Hilfsmittel erkennen. Alle Texte sind auch ohne JavaScript lesbar.',
          ],
        ],
      },
      {
        title: 'Wie wir prüfen',
        blocks: [
          'Bei jeder Änderung laufen automatische Prüfungen in einem echten Browser:',
          [
            'mit dem Prüfwerkzeug axe auf jeder Seite und in den Zuständen des Formulars, vom schmalen Telefon bis zum großen Bildschirm, in heller und dunkler Darstellung',
            'die ganze Reservierung nur mit der Tastatur',
            'mit doppelter Schriftgröße und auf schmalen Bildschirmen, ob etwas abgeschnitten wird oder seitlich hinausragt',
            'mit erzwungenen Farben, wie sie kontrastreiche Darstellungen verwenden, auf jeder Seite',
          ],
          'Was dabei fehlt, sagen wir offen: Eine Prüfstelle von außen hat die Website noch nicht untersucht, und Menschen, die täglich einen Screenreader benutzen, haben sie noch nicht getestet. Automatische Prüfungen finden nur einen Teil aller Barrieren.',
        ],
      },
      {
        title: 'Was noch nicht barrierefrei ist',
        blocks: [
          [
            '**Reservieren ohne JavaScript:** Das Formular braucht es. Auf anderem Weg reservieren wir gern für Sie, per E-Mail oder Telefon.',
            '**Englische Fehlermeldung:** Lässt sich eine Seite gar nicht anzeigen, erscheint eine Überschrift auf Englisch. Die Erklärung darunter ist deutsch.',
            '**Andere Anbieter:** Die Landkarte und die Terminbuchung, zu denen wir verlinken, gehören anderen. Auf deren Barrierefreiheit haben wir keinen Einfluss; einen Termin vereinbaren wir auch am Telefon.',
            '**Leichte Sprache und Gebärdensprache:** Beides bieten wir noch nicht an.',
          ],
        ],
      },
      {
        title: 'Eine Barriere melden',
        blocks: [
          `Sie kommen irgendwo nicht weiter oder brauchen einen Text in anderer Form? Schreiben Sie an ${emailLink(company)} oder rufen Sie an: ${phoneLink(company)}. Nennen Sie uns bitte die Seite und was nicht geht. Wir antworten Ihnen und helfen auf anderem Weg, bis es behoben ist.`,
          { address: [name, street, postcodeCity] },
        ],
      },
      {
        title: 'Zuständige Behörde',
        blocks: [
          'Hilft unsere Antwort nicht weiter, können Sie sich an die Marktüberwachung wenden:',
          {
            address: [
              'Markt\u00adüberwachungs\u00adstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
              'c/o Ministerium für Arbeit, Soziales, Gesundheit und Gleichstellung Sachsen-Anhalt',
              'Postfach 39 11 55',
              '39135 Magdeburg',
              'E-Mail: [MLBF@ms.sachsen-anhalt.de](mailto:MLBF@ms.sachsen-anhalt.de)',
              'Telefon: [0391\u00a0567\u00a06970](tel:+493915676970)',
            ],
          },
        ],
      },
      {
        title: 'Stand dieser Erklärung',
        blocks: [
          'Fassung und Datum stehen oben auf dieser Seite. Wir überprüfen die Erklärung mindestens einmal im Jahr und immer, wenn sich die Website wesentlich ändert. Grundlage ist unsere eigene Bewertung.',
        ],
      },
    ] satisfies TextSection[],
  }
}
