import { formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { fees, packages } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import type { TextSection } from '@/lib/textSection'
import { emailLink } from './companyLinks'
import { figures } from './figures'

const { card, setup } = figures
const reservationFee = formatShortEuro(fees.reservationInTerms)
const prices = packages.map(
  ({ name, annualKwh, price }) =>
    `${name}: ${formatKwh(annualKwh)} im Jahr erwartet, ${formatShortEuro(price)}`,
)

export function termsText(company: Company) {
  const { name, street, postcodeCity } = company
  return {
    // With a soft hyphen, as the word is wider than a small phone.
    title: 'Allgemeine Geschäfts\u00adbedingungen',
    lead: 'Was für Ihre Reservierung und später für Ihren Anteil gilt. Stand: November 2026.',
    sections: [
      {
        title: '1. Anbieter und Geltung',
        blocks: [
          `Anbieter ist ${name}, ${street}, ${postcodeCity}. Diese Bedingungen gelten für Verbraucherinnen und Verbraucher, die einen Platz in einem Solarpark reservieren oder ein Nutzungsrecht daran erwerben.`,
        ],
      },
      {
        title: '2. Reservierung',
        blocks: [
          'Die Reservierung ist kostenlos und unverbindlich. Sie verpflichtet Sie weder zum Abschluss eines Vertrags noch zu einer Zahlung. Sie erhalten damit eine Platznummer im Pilotpark und eine Referenz.',
          `Zur Prüfung Ihrer Zahlungskarte kann ein Betrag von ${card} vorgemerkt werden. Er wird zurückgegeben.`,
          `Als einmalige Reservierungsgebühr sind ${reservationFee} vorgesehen. Im Pilotpark erheben wir sie nicht: Dort kostet die Reservierung ${figures.free}. Die ${reservationFee} gehen nur als Rechengröße in die Beispielrechnungen ein, nach wie vielen Jahren der Paketpreis gedeckt ist.`,
          `Sie können die Reservierung jederzeit und ohne Grund stornieren. Eine Nachricht über die [Kontaktseite](${paths.contact}) genügt.`,
        ],
      },
      {
        title: '3. Vertragsschluss',
        blocks: [
          `Etwa ${figures.contractWeeks} nach der Reservierung, sobald der Park bestätigt oder erworben ist, laden wir Sie per E-Mail ein. Sie wählen dann Ihren endgültigen Anteil und unterzeichnen den Nutzungsvertrag digital. Erst damit kommt ein Vertrag zustande.`,
          `Mit dem Vertrag wird eine einmalige Einrichtungsgebühr von ${setup} fällig. Eine jährliche Gebühr gibt es nicht.`,
        ],
      },
      {
        title: '4. Leistung',
        blocks: [
          `Sie erwerben ein Nutzungsrecht an einem festen Anteil der Erzeugung eines Solarparks für ${figures.term}, kein Eigentum. Betrieb, Wartung und Überwachung übernehmen wir.`,
          `Für jede Kilowattstunde Ihres Anteils erhalten Sie eine Gutschrift in Höhe des tatsächlichen Gewinns des Parks, mindestens ${figures.minimumRate}. Sie richtet sich nach der tatsächlichen Erzeugung, die mit Wetter und Jahr schwankt. Die Gutschrift wird monatlich per SEPA-Überweisung gezahlt, dazu erhalten Sie eine Abrechnung per E-Mail.`,
          'Ihren Stromversorger behalten Sie. Ein Umzug berührt Ihren Anteil nicht.',
        ],
      },
      {
        title: '5. Preise und Zahlung',
        blocks: [
          prices,
          `Der Paketpreis wird fällig, wenn der Park in Betrieb und am Netz ist: einmal oder in ${figures.instalmentCounts} Monatsraten. Gesamtpreis, Aufpreis und effektiver Jahreszins jeder Ratenzahlung stehen in der Zusammenfassung der Reservierung und vor Vertragsschluss im Vertrag.`,
          'Zahlungsarten sind SEPA-Lastschrift, Kreditkarte und weitere, die wir beim Vertragsschluss nennen.',
        ],
      },
      {
        title: '6. Rückkauf',
        blocks: [
          'Sie können Ihren Anteil jederzeit zu einem fairen Marktpreis an uns zurückverkaufen. Er richtet sich nach der verbleibenden Laufzeit und der aktuellen Bewertung am Markt.',
        ],
      },
      {
        title: '7. Widerrufsrecht',
        blocks: [
          `Nach Abschluss des Nutzungsvertrags können Sie ihn innerhalb von ${figures.withdrawalDative} ohne Angabe von Gründen widerrufen. Eine eindeutige Erklärung genügt, zum Beispiel per E-Mail an ${emailLink(company)}. Rechtzeitiges Absenden reicht.`,
          `Wir erstatten Ihnen dann alle Zahlungen spätestens ${figures.refund}, nachdem Ihr Widerruf bei uns eingegangen ist.`,
        ],
      },
      {
        title: '8. Wenn der Park nicht oder später kommt',
        blocks: [
          'Wird ein Park nicht verwirklicht, kostet Sie das nichts: Die Reservierung kann aufgehoben werden, und Sie erhalten alle Zahlungen zurück, auch den Betrag der Kartenprüfung.',
          'Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht. Unberührt bleiben die Haftung für Vorsatz und grobe Fahrlässigkeit, für Schäden an Leben, Körper oder Gesundheit und Ihre gesetzlichen Rechte.',
        ],
      },
      {
        title: '9. Schlussbestimmungen',
        blocks: [
          `Es gilt deutsches Recht; zwingende Verbraucherschutzvorschriften des Staates, in dem Sie leben, bleiben unberührt. Wie wir mit Ihren Daten umgehen, steht in den [Hinweisen zum Datenschutz](${paths.privacy}).`,
        ],
      },
    ] satisfies TextSection[],
  }
}
