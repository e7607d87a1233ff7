import { KEPT_DAYS } from '@/lib/attribution/memory'
import { MAX_TOUCHES } from '@/lib/attribution/visit'
import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import type { TextSection } from '@/lib/textSection'
import { emailLink, phoneLink } from './companyLinks'

/** How long personal data are kept, as the rules of the server have it (`retention/rules.py`); a test compares the notice. */
const KEPT = {
  waitingDays: 180,
  handOverDays: 30,
  cardCheckDays: 30,
  networkDays: 7,
  messageMonths: 12,
  withoutContractMonths: 12,
  bookYears: 10,
  voucherYears: 8,
  letterYears: 6,
} as const

/** The section below which the visitor sees and deletes what is remembered. */
export const REMEMBERED_ORIGIN = 'Gemerkte Herkunft'

export function privacyText(company: Company) {
  const { name, street, postcodeCity } = company
  return {
    title: 'Datenschutz',
    lead: 'Wir erheben, was wir für Ihre Reservierung brauchen, und zählen Besuche ohne Cookies.',
    sections: [
      {
        title: 'Verantwortlich',
        blocks: [
          `${name}, ${street}, ${postcodeCity}. E-Mail: ${emailLink(company)}, Telefon: ${phoneLink(company)}.`,
        ],
      },
      {
        title: 'Ihre Reservierung',
        blocks: [
          'Wenn Sie einen Platz reservieren, verarbeiten wir:',
          [
            'Vor- und Nachname, E-Mail-Adresse, Mobilnummer und Postleitzahl',
            'Stromversorger, Haushaltsgröße und monatlicher Abschlag',
            'gewähltes Paket, erwartete Gutschrift und Zahlungsplan mit den daraus berechneten Beträgen',
            'Ihre Zustimmung zu den Nutzungs\u00adbedingungen mit Zeitpunkt, und was Ihnen dabei gezeigt wurde: Wortlaut, Preise und Zahlen',
            'wie Sie zu uns gekommen sind, siehe unten',
            'wie Sie auf uns aufmerksam geworden sind, wenn Sie die Frage auf der Seite nach der Reservierung beantworten',
          ],
          'Name, E-Mail-Adresse, Mobilnummer, Paket und Zahlungsplan brauchen wir, um Ihren Platz zu vergeben, Ihnen die Reservierung zu bestätigen und Ihnen später den Vertrag anzubieten. Aus dem Abschlag rechnet das Formular in Ihrem Browser vor, wie viel davon ein Anteil zurückbringt. Postleitzahl, Stromversorger, Haushaltsgröße und Abschlag entscheiden nicht über Ihren Platz: Wir speichern sie mit der Reservierung, um das Vertragsangebot auf Ihren Haushalt abzustimmen und zu wissen, welche Haushalte reservieren. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. b DSGVO (vorvertragliche Maßnahmen auf Ihre Anfrage). Ohne die Pflichtangaben können wir keinen Platz reservieren. Dass Sie zugestimmt haben, halten wir fest, um es nachweisen zu können (Art. 6 Abs. 1 Buchst. f DSGVO).',
          'Die Frage nach der Reservierung ist freiwillig. Mit den Antworten prüfen wir, welche Werbung Haushalte erreicht (Buchst. f). Solange die Seite offen ist, können Sie Ihre Antwort ändern oder zurücknehmen, danach genügt eine Nachricht. Was Sie in eigenen Worten schreiben, lesen wir ohne Ihren Namen daneben.',
          'Anschrift, Kartennummer und Bankverbindung fragt das Formular nicht ab.',
        ],
      },
      {
        title: 'Kartenprüfung',
        blocks: [
          'Bieten wir Ihnen unter [Meine Reservierung](/meine-reservierung) eine Kartenprüfung an, ist sie freiwillig. Nur wenn Sie eine beginnen, öffnet sich die Seite unseres Zahlungsdienstes, Stripe Payments Europe, Ltd., Irland. Von uns bekommt Stripe dafür den Betrag und eine Zufallszahl; Namen, E-Mail-Adresse und Platz nennen wir nicht. Was Sie dort eingeben und was Ihr Browser dabei überträgt, verarbeitet Stripe, um Ihre Bank zu fragen und Missbrauch zu verhindern. Stripe kann es an Stripe, Inc. in den USA weitergeben, auf Grundlage des Datenschutz\u00adrahmens EU-USA oder von Standardvertrags\u00adklauseln (Art. 45, 46 DSGVO).',
          `Wir erfahren, ob die Prüfung gelungen ist oder woran sie scheiterte, wann das war und welche Nummer sie bei Stripe hat; Ihre Kartennummer erfahren wir nicht. Die Nummer löschen wir ${KEPT.cardCheckDays} Tage nach dem Ende der Prüfung. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. b DSGVO.`,
        ],
      },
      {
        title: 'Vertrag und Zahlung',
        blocks: [
          'Laden wir Sie zum Vertrag ein, fragen wir erst dann nach:',
          [
            'Ihrer Anschrift, unter der wir den Vertrag schließen',
            'Ihrer Bankverbindung, also IBAN und Kontoinhaber, für die Lastschriften und für die Überweisung Ihrer Gutschriften',
            'dem Namen und der Zustimmung des Kontoinhabers, wenn das Konto nicht Ihres ist',
          ],
          'Dazu speichern wir, was Sie gewählt und erklärt haben, mit Wortlaut und Zeitpunkt, und was Sie gezahlt haben. Ohne Anschrift und Bankverbindung können wir den Vertrag nicht schließen. Möchten Sie in Raten zahlen, entscheidet darüber ein Mensch. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. b DSGVO; beim Konto eines anderen sind es dessen Zustimmung zum Einzug und unser Interesse daran, Ihre Zahlungen einzuziehen (Buchst. f).',
          'Die IBAN speichern wir verschlüsselt und zeigen nur ihre letzten vier Stellen. Um einzuziehen und zu überweisen, geben wir Kontoinhaber, IBAN, Betrag und Verwendungszweck an unsere Bank, die sie an die Bank des Kontos weiterleitet. Wie lange wir all das aufbewahren, steht unter [Empfänger und Speicherdauer](#empfanger-und-speicherdauer).',
        ],
      },
      {
        title: 'Warteliste und Weitergabe',
        blocks: [
          `Tragen Sie sich in die Warteliste ein, speichern wir Ihren Namen, Ihre E-Mail-Adresse, Ihr Wunschpaket und was Sie im Formular schon ausgefüllt hatten, um Ihnen der Reihe nach einen Platz anzubieten (Art. 6 Abs. 1 Buchst. b DSGVO). Den Eintrag löschen wir ${KEPT.waitingDays} Tage, nachdem er beendet ist.`,
          `Bieten Sie Ihren Platz einem anderen Haushalt an, nennen Sie uns dessen Namen und E-Mail-Adresse, und wir schreiben ihm. Wurde uns Ihre Adresse so genannt, nutzen wir sie nur für dieses Angebot und löschen sie ${KEPT.handOverDays} Tage nach seinem Ende (Buchst. f).`,
        ],
      },
      {
        title: 'Kontaktformular',
        blocks: [
          'Wenn Sie uns über das Kontaktformular schreiben, speichern wir Ihren Namen, Ihre E-Mail-Adresse, Ihr Anliegen und Ihre Nachricht, dazu, was Sie freiwillig angeben: Telefonnummer, Referenz Ihrer Reservierung oder Solarpark, Betrag und Zahlungsart. Ihre IP-Adresse speichern wir dabei nicht.',
          `Wir nutzen diese Angaben, um Ihnen zu antworten und Ihr Anliegen zu erledigen, und bestätigen Ihnen den Eingang per E-Mail. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. b DSGVO, wenn es um Ihre Reservierung oder einen Anteil geht, sonst unser Interesse, Anfragen zu beantworten (Buchst. f). Wir löschen Ihre Nachricht, wenn Ihr Anliegen erledigt ist, spätestens ${KEPT.messageMonths} Monate nach ihrem Eingang, soweit keine gesetzliche Aufbewahrungsfrist entgegensteht.`,
          'Steht auf der Kontaktseite das Formular eines anderen Anbieters, ist er dort genannt, und es wird erst geladen, wenn Sie darauf klicken.',
        ],
      },
      {
        title: 'E-Mails und Anrufe',
        blocks: [
          'In der ersten E-Mail fragen wir, ob die Adresse Ihre ist. Bestätigen Sie es, halten wir fest, wann wir gefragt und wann Sie geantwortet haben, um es nachweisen zu können (Art. 6 Abs. 1 Buchst. f DSGVO). Bestätigt niemand, endet die Reservierung nach der Frist, die in der E-Mail steht.',
          'Wir senden Ihnen E-Mails zu Ihrer Reservierung: die Bestätigung und was danach für Sie wichtig ist. Werbung enthalten sie nicht. Ihre Mobilnummer nutzen wir nur, wenn etwas unklar ist (Art. 6 Abs. 1 Buchst. b DSGVO).',
          'Wenn Sie uns schreiben oder anrufen, verarbeiten wir, was Sie uns mitteilen, um Ihnen zu antworten. Geht es um Ihre Reservierung oder einen Vertrag, ist das Art. 6 Abs. 1 Buchst. b DSGVO, sonst unser Interesse, Anfragen zu beantworten (Buchst. f). Wir löschen die Nachrichten, sobald sie erledigt sind und keine Aufbewahrungsfrist besteht.',
        ],
      },
      {
        title: 'Widerruf und Kündigung',
        blocks: [
          'Erklären Sie auf unseren Seiten einen Widerruf oder eine Kündigung, speichern wir Ihren Namen, Ihre E-Mail-Adresse, wie Sie den Vertrag bezeichnen, und Ihre Erklärung im Wortlaut mit ihrem Zeitpunkt, und wir bestätigen Ihnen den Eingang per E-Mail. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. c DSGVO mit §§ 312k, 356a BGB. Wir bewahren die Erklärung bis zum Ende des dritten Jahres nach dem ihres Eingangs auf, so lange daraus Ansprüche entstehen können (Buchst. f).',
        ],
      },
      {
        title: 'Speicher in Ihrem Browser',
        blocks: [
          'Beim Lesen dieser Seiten setzen wir kein Cookie. Nur wenn Sie den Knopf hinter einem Link aus unserer E-Mail drücken oder sich in die Warteliste eintragen, legt Ihr Browser eine Zufallszahl ab, an der wir ihn erkennen: **voltigo-\u200bhousehold** eine Stunde lang für „Meine Reservierung“, **voltigo-\u200bwaiting** zwölf Stunden lang für Ihre Stelle auf der Liste. Sie ist für das erforderlich, was Sie dort möchten (§ 25 Abs. 2 Nr. 2 TDDDG), und verschwindet mit dem Schließen des Browsers.',
          'Nach einer Reservierung bleibt im Verlauf des Tabs die Zufallszahl Ihrer Anfrage. Mit ihr zeigt Ihnen die Seite danach zwei Stunden lang, wohin wir geschrieben haben, und lässt Sie die Adresse berichtigen.',
          'Im Sitzungsspeicher Ihres Browsers, der mit dem Schließen des Tabs gelöscht wird, liegen:',
          [
            '**step1, step2, step3:** Ihre Eingaben zu Verbrauch, Paket und Zahlung, sobald Sie etwas eingeben, damit sie beim Neuladen nicht verloren gehen. Namen, E-Mail-Adresse und Mobilnummer gehören nicht dazu: Sie bleiben nur im Arbeitsspeicher, bis Sie die Seite neu laden oder schließen. Nach der Reservierung werden sie gelöscht.',
            '**reservation_\u200battempt:** während des Absendens eine Zufallszahl, damit eine unterbrochene Verbindung keinen zweiten Platz reserviert',
            '**contract_\u200bdraft:** solange Sie einen Vertrag ausfüllen, Ihre Anschrift und der Kontoinhaber, damit sie beim Neuladen nicht verloren gehen. Die IBAN gehört nicht dazu. Nach der Bestellung wird er gelöscht.',
            '**touches, utm_source, utm_campaign, referral_code:** über welche Kampagne, Empfehlung oder Seite Sie gekommen sind; je nach Einstellung der Seite stehen diese Angaben nur im Arbeitsspeicher',
            '**remember_\u200btouches:** Ihr Nein auf die Frage, ob wir uns Ihre Herkunft merken dürfen, damit wir nicht noch einmal fragen',
          ],
          'Die Entwürfe, der Schutz vor doppelten Reservierungen und Ihr Nein sind für das erforderlich, was Sie von uns möchten (§ 25 Abs. 2 Nr. 2 TDDDG). Mit den Angaben zur Herkunft messen wir, welche unserer Werbung Haushalte erreicht: Sie gehen in die Zählung der Besuche ein und werden mit einer Reservierung gesendet (Art. 6 Abs. 1 Buchst. f DSGVO). Sie können dem jederzeit widersprechen.',
          'Im lokalen Speicher, der länger hält als Ihr Besuch, liegt nur etwas, wenn Sie zugestimmt haben, siehe [Gemerkte Herkunft](#gemerkte-herkunft).',
        ],
      },
      {
        title: REMEMBERED_ORIGIN,
        blocks: [
          `Kommen Sie über eine Werbung oder eine Empfehlung, fragen wir, ob wir uns das auf Ihrem Gerät ${KEPT_DAYS} Tage lang merken dürfen. Nur wenn Sie zustimmen, legt Ihr Browser unter **remembered_\u200btouches** in seinem lokalen Speicher ab:`,
          [
            'die Angaben des Links: Quelle, Medium, Kampagne, Suchbegriff, Anzeige, Empfehlungscode und die Werbeplattform einer Klick-Kennung, soweit er sie enthält',
            'den Namen der Website, von der Sie kamen, die Seite, auf der Sie bei uns begonnen haben, und den Zeitpunkt',
          ],
          `Kommen Sie in dieser Zeit noch einmal über einen solchen Link, wird er hinzugefügt; mehr als ${MAX_TOUCHES} Einträge werden es nicht. Nach ${KEPT_DAYS} Tagen verwenden wir einen Eintrag nicht mehr und löschen ihn, sobald Sie wieder eine unserer Seiten öffnen.`,
          'Gesendet werden die Einträge nur mit einer Reservierung, zusammen mit Ihrer Antwort auf die Frage. Sie zeigen uns, welche Werbung zu ihr geführt hat, auch wenn Sie sich Zeit lassen. Rechtsgrundlage ist Ihre Einwilligung (§ 25 Abs. 1 TDDDG, Art. 6 Abs. 1 Buchst. a DSGVO). Sie ist freiwillig: Ohne sie bleibt nichts, was Ihren Besuch überdauert, und sonst ändert sich nichts.',
          'Sie können jederzeit für die Zukunft widerrufen: mit dem Knopf unter diesem Absatz oder indem Sie in Ihrem Browser die Daten dieser Website löschen. Was Sie mit einer Reservierung schon gesendet haben, bleibt davon unberührt.',
        ],
      },
      {
        title: 'Zählung der Besuche',
        blocks: [
          'Wir zählen Besuche, um zu wissen, welche Werbung Haushalte erreicht und wo unser Formular schwierig ist. Dafür meldet Ihr Browser unserem Server:',
          [
            'welche unserer Seiten Sie öffnen',
            'ob Sie den Rechner benutzen, das Formular beginnen und welchen Abschnitt Sie darin erreichen, aber nicht, was Sie eingeben',
            'wie Sie zu uns gekommen sind: die Angaben des Links, den Namen der Website davor und Ihre erste Seite bei uns',
            'ob Sie gefragt wurden, ob wir uns das merken dürfen, und wie Sie geantwortet haben',
          ],
          'Enthält der Link die Klick-Kennung einer Werbeplattform, halten wir bei Ihrem Besuch und bei einer Reservierung nur fest, welche Plattform es war, zum Beispiel Google oder Meta; die Kennung selbst speichern wir nicht.',
          'Damit ein Besuch als einer zählt, berechnet unser Server aus Ihrer IP-Adresse, der Kennung Ihres Browsers und einem zufälligen Schlüssel eine Zahl. Adresse und Kennung speichern wir dabei nicht; aus der Kennung halten wir, auch bei einer Reservierung, nur fest, ob Sie mit einem Telefon, einem Tablet oder einem Computer bei uns sind. Der Schlüssel gilt einen Tag und wird dann vernichtet. Danach lässt sich die Zahl zu niemandem zurückverfolgen, auch nicht von uns, und am nächsten Tag erkennen wir Sie nicht wieder.',
          'Manchmal prüfen wir, welche von zwei Fassungen eines Textes besser verstanden wird. Welche Sie sehen, leitet unser Server aus derselben Zahl ab, und gezählt wird, welche es war.',
          'Die Zählung setzt kein Cookie und legt auf Ihrem Gerät nichts ab; wie Sie gekommen sind, entnimmt sie dem Sitzungsspeicher. Rechtsgrundlage ist unser Interesse, unsere Werbung und unsere Seiten zu verbessern (Art. 6 Abs. 1 Buchst. f DSGVO). Sie können dem jederzeit widersprechen.',
          `Welche Zahlen daraus entstehen, steht unter [Was wir messen](${paths.measures}).`,
        ],
      },
      {
        title: 'Besuch der Seiten',
        blocks: [
          'Beim Aufruf überträgt Ihr Browser technisch notwendig Ihre IP-Adresse. Unsere Protokolle enthalten keine personenbezogenen Daten. Um Missbrauch abzuwehren, begrenzen wir die Zahl der Anfragen je Anschluss und halten dafür die Adresse kurzzeitig vor (Art. 6 Abs. 1 Buchst. f DSGVO).',
          `Mit einer Reservierung speichern wir ${KEPT.networkDays} Tage lang je ein Kennzeichen Ihres Netzes und Ihres Anschlusses, das wir mit einem geheimen Schlüssel aus Ihrer IP-Adresse berechnen, um viele Reservierungen aus einer Hand zu erkennen (Art. 6 Abs. 1 Buchst. f DSGVO).`,
          'Schriften, Bilder und Programme kommen von unserem eigenen Server. Beim Lesen dieser Seiten werden keine anderen Anbieter aufgerufen. Links zur Karte und zur Terminbuchung führen zu anderen Anbietern; dorthin gelangen Daten erst, wenn Sie den Link öffnen.',
        ],
      },
      {
        title: 'Empfänger und Speicherdauer',
        blocks: [
          'Ihre Angaben erhalten nur die Menschen bei uns, die Reservierungen bearbeiten, und die Dienstleister, die in unserem Auftrag unsere Server und den Versand der E-Mails betreiben (Art. 28 DSGVO). Zahlungen führt unsere Bank aus, eine Kartenprüfung Stripe. Eine Übermittlung in Länder außerhalb des Europäischen Wirtschaftsraums ist sonst nicht vorgesehen.',
          `Wir speichern Ihre Reservierung, solange sie besteht. Endet sie ohne Vertrag, entfernen wir ${KEPT.withoutContractMonths} Monate danach alles, was zu Ihnen führt. Gab es einen Vertrag, gelten die Fristen des Handels- und Steuerrechts, jeweils bis zum Jahresende: Bücher mit Ihrem Namen, Ihrer Anschrift und Ihrer Bankverbindung bewahren wir ${KEPT.bookYears} Jahre nach dem Ende des Vertrags auf, Belege ${KEPT.voucherYears} Jahre, E-Mails ${KEPT.letterYears} Jahre nach ihrem Datum (§ 147 AO, § 257 HGB; Art. 6 Abs. 1 Buchst. c DSGVO).`,
        ],
      },
      {
        title: 'Ihre Rechte',
        blocks: [
          'Sie haben das Recht auf Auskunft (Art. 15 DSGVO), Berichtigung (Art. 16), Löschung (Art. 17), Einschränkung der Verarbeitung (Art. 18) und Übertragbarkeit (Art. 20). Eine Einwilligung können Sie jederzeit für die Zukunft widerrufen. Eine automatisierte Entscheidung im Einzelfall findet nicht statt. Unter [Meine Reservierung](/meine-reservierung) laden Sie herunter, was wir über Sie gespeichert haben, und löschen es selbst.',
          '**Widerspruch (Art. 21 DSGVO):** Wo wir uns auf ein berechtigtes Interesse stützen (Buchst. f), können Sie jederzeit widersprechen, aus Gründen, die sich aus Ihrer besonderen Situation ergeben.',
          `Eine Nachricht an ${emailLink(company)} genügt. Sie können sich auch bei einer Datenschutz\u00adaufsichtsbehörde beschweren (Art. 77 DSGVO), zum Beispiel bei der an Ihrem Wohnort oder an unserem Sitz.`,
        ],
      },
    ] satisfies TextSection[],
  }
}
