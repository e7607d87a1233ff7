import { formatEuro, formatKwh, formatRate, formatShortEuro } from '@/lib/germanNumbers'
import { type Payment, reservationPayment } from '@/lib/offer/instalments'
import { fees, packages, paymentPlans } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import type { TextBlock, TextSection } from '@/lib/textSection'
import { emailLink } from './companyLinks'
import { figures } from './figures'

const { card, free, setup, term, withdrawalDative } = figures
const reservationFee = formatShortEuro(fees.reservationInTerms)
const prices = packages.map(
  ({ name, annualKwh, price }) =>
    `${name}: ${formatKwh(annualKwh)} im Jahr erwartet, ${formatShortEuro(price)}`,
)

/** What each package costs by instalments: the effective rate of a plan, then its sums. */
const instalmentPrices: TextBlock[] = paymentPlans
  .filter(({ months }) => months > 0)
  .flatMap((plan) => {
    const payments = packages.map(({ name, price }) => ({
      name,
      payment: reservationPayment(price, plan),
    }))
    const rates = payments.map(({ payment }) => payment.effectiveRate)
    const [least, most] = [Math.min(...rates), Math.max(...rates)]
    const rate = `${least === most ? '' : `${formatRate(least).replace('\u00a0%', '')} bis `}${formatRate(most)}`
    return [
      `**${plan.months} Monatsraten:** effektiver Jahreszins **${rate}**, je nach Paket, nominal ${plan.nominalPercent}\u00a0%.`,
      payments.map(({ name, payment }) => `${name}: ${instalmentSum(payment)}`),
    ]
  })

function instalmentSum(payment: Payment): string {
  const { months, total, surcharge, instalment, last, effectiveRate } = payment
  return `${months - 1}\u00a0Raten je ${formatEuro(instalment)}, die letzte ${formatEuro(last)}, Summe der Raten ${formatEuro(total)}, davon Aufpreis ${formatEuro(surcharge)}, effektiver Jahreszins ${formatRate(effectiveRate)}`
}

export function termsText(company: Company) {
  return {
    // With a soft hyphen, as the word is wider than a small phone.
    title: 'Allgemeine Geschäfts\u00adbedingungen',
    lead: 'Was für Ihre Reservierung und später für Ihren Anteil gilt.',
    sections: [
      ...reservationSections(company),
      ...contractSections,
      ...exitSections(company),
    ] satisfies TextSection[],
  }
}

const reservationSections = ({ name, street, postcodeCity }: Company): TextSection[] => [
  {
    title: '1. Anbieter und Geltung',
    blocks: [
      `Anbieter ist ${name}, ${street}, ${postcodeCity}. Diese Bedingungen gelten für Verbraucherinnen und Verbraucher, die einen Platz in einem Solarpark reservieren oder ein Nutzungsrecht daran erwerben.`,
      'Für Ihre Reservierung gilt die Fassung, der Sie bei der Reservierung zugestimmt haben. Wir halten fest, welche das war. Ändern wir diese Bedingungen, gilt das nur für spätere Reservierungen.',
    ],
  },
  {
    title: '2. Reservierung',
    blocks: [
      'Die Reservierung ist kostenlos und unverbindlich. Sie verpflichtet Sie weder zum Abschluss eines Vertrags noch zu einer Zahlung. Sie erhalten damit eine Platznummer im Pilotpark und eine Referenz.',
      `Nach einer Zahlungskarte fragen wir bei der Reservierung nicht. Vor dem Vertragsschluss können wir Ihre Zahlungskarte prüfen. Dafür wird ein Betrag von ${card} vorgemerkt und wieder freigegeben.`,
      `Als einmalige Reservierungsgebühr sind ${reservationFee} vorgesehen. Im Pilotpark erheben wir sie nicht: Dort kostet die Reservierung ${free}. Die ${reservationFee} sind nur Teil einer Formel, die neben unseren Beispielrechnungen steht; die Rechnungen selbst zählen, was Sie zahlen.`,
      'Bitte bestätigen Sie Ihre E-Mail-Adresse mit dem Link in unserer ersten E-Mail. Geschieht das nicht innerhalb der Frist, die dort steht, endet die Reservierung, und den Platz kann nach einem weiteren Tag ein anderer Haushalt bekommen. Wir erinnern Sie vorher. Sind sehr viele Plätze auf einmal unbestätigt, können wir die Frist verkürzen; die neue steht dann in einer weiteren E-Mail.',
      `Sie können die Reservierung jederzeit und ohne Grund stornieren: auf der Seite [Meine Reservierung](${paths.myReservation}) oder mit einer Nachricht über die [Kontaktseite](${paths.contact}). Auf der Seite lässt es sich einen Tag lang rückgängig machen.`,
    ],
  },
  {
    title: '3. Vertragsschluss',
    blocks: [
      `Etwa ${figures.contractWeeks} nach der Reservierung, sobald der Park bestätigt oder erworben ist, laden wir Sie per E-Mail ein. Sie wählen dann Ihren endgültigen Anteil und unterzeichnen den Nutzungsvertrag digital. Erst damit kommt ein Vertrag zustande.`,
      `Mit dem Vertrag wird eine einmalige Einrichtungsgebühr von ${setup} fällig. Eine jährliche Gebühr gibt es nicht.`,
      'Der Vertrag wird auf Deutsch geschlossen. Wir speichern seinen Text und senden ihn Ihnen mit diesen Bedingungen per E-Mail zu.',
    ],
  },
]

const contractSections: readonly TextSection[] = [
  {
    title: '4. Leistung',
    blocks: [
      `Sie erwerben ein Nutzungsrecht an einem festen Anteil der Erzeugung eines Solarparks für ${term}, kein Eigentum. Es ist kein Finanzprodukt und keine Kapitalanlage. Betrieb, Wartung und Überwachung übernehmen wir.`,
      `Für jede Kilowattstunde Ihres Anteils erhalten Sie eine Gutschrift in Höhe des tatsächlichen Gewinns des Parks, mindestens ${figures.minimumRate}. Sie richtet sich nach der tatsächlichen Erzeugung, die mit Wetter und Jahr schwankt. Die Gutschrift wird monatlich per SEPA-Überweisung gezahlt, dazu erhalten Sie eine Abrechnung per E-Mail.`,
      'Den Strom des Parks verkaufen wir über feste Abnahmeverträge (PPA) oder an der Strombörse. Die Jahresmengen der Pakete sind Erwartungen, keine Zusagen.',
      'Ihren Stromversorger behalten Sie. Ein Umzug berührt Ihren Anteil nicht. Es gelten die gesetzlichen Rechte bei Mängeln.',
    ],
  },
  {
    title: '5. Preise und Zahlung',
    blocks: [
      prices,
      `Der Paketpreis wird fällig, wenn der Park in Betrieb und am Netz ist: einmal oder, soweit wir es bei der Reservierung anbieten, in ${figures.instalmentCounts} Monatsraten. Jede Rate ist am Ende des Monats zu zahlen. Barzahlungspreis ist der Preis bei Einmalzahlung.`,
      ...instalmentPrices,
      'Dieselben Angaben stehen in der Zusammenfassung der Reservierung und vor Vertragsschluss im Vertrag. Eine Ratenzahlung können Sie jederzeit vorzeitig ausgleichen; die Kosten der restlichen Laufzeit entfallen dann (§§ 500, 501 BGB).',
      'Zahlungsarten sind SEPA-Lastschrift, Kreditkarte und weitere wie die Banküberweisung, die wir beim Vertragsschluss nennen.',
    ],
  },
  {
    title: '6. Laufzeit und Bindung',
    blocks: [
      `Die Laufzeit von ${figures.termDative} beginnt, wenn der Park in Betrieb und am Netz ist und das Paket oder die erste Rate abgerechnet wird. Von da an sind Sie an den Vertrag gebunden, und die Gutschriften beginnen nach der tatsächlichen Erzeugung. Mit dem Ende der Laufzeit endet das Nutzungsrecht, ohne dass Sie kündigen müssen.`,
      'Ihr Recht, aus wichtigem Grund zu kündigen, bleibt unberührt.',
    ],
  },
  {
    title: '7. Rückkaufgarantie',
    blocks: [
      'Sie können Ihren Anteil jederzeit zu einem fairen Marktpreis an uns zurückverkaufen. Er richtet sich nach der verbleibenden Laufzeit und der aktuellen Bewertung am Markt. Einen bestimmten Preis sagen wir damit nicht zu; er kann unter dem Paketpreis liegen.',
    ],
  },
]

const exitSections = (company: Company): TextSection[] => [
  {
    title: '8. Widerrufsrecht',
    blocks: [
      `Nach Abschluss des Nutzungsvertrags können Sie ihn innerhalb von ${withdrawalDative} ohne Angabe von Gründen widerrufen. Eine eindeutige Erklärung genügt, zum Beispiel per E-Mail an ${emailLink(company)}. Rechtzeitiges Absenden reicht.`,
      `Wir erstatten Ihnen dann alle Zahlungen spätestens ${figures.refund}, nachdem Ihr Widerruf bei uns eingegangen ist. Die vollständige Widerrufsbelehrung mit Muster-Formular erhalten Sie vor Vertragsschluss.`,
    ],
  },
  {
    title: '9. Wenn der Park nicht oder später kommt',
    blocks: [
      'Wird ein Park nicht verwirklicht, kostet Sie das nichts: Die Reservierung kann aufgehoben werden, und Sie erhalten alle Zahlungen zurück, auch den Betrag einer Kartenprüfung.',
      'Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht. Unberührt bleiben die Haftung für Vorsatz und grobe Fahrlässigkeit, für Schäden an Leben, Körper oder Gesundheit und Ihre gesetzlichen Rechte.',
    ],
  },
  {
    title: '10. Schluss\u00adbestimmungen',
    blocks: [
      `Es gilt deutsches Recht; zwingende Verbraucher\u00adschutz\u00advorschriften des Staates, in dem Sie leben, bleiben unberührt. Wie wir mit Ihren Daten umgehen, steht in den [Hinweisen zum Datenschutz](${paths.privacy}).`,
      'Wir sind nicht bereit und nicht verpflichtet, an Streit\u00adbeilegungs\u00adverfahren vor einer Verbraucher\u00adschlichtungs\u00adstelle teilzunehmen (§ 36 VSBG).',
    ],
  },
]
