import { formatKwh, formatRate, formatShortEuro } from '@/lib/germanNumbers'
import { reservationPayment } from '@/lib/offer/instalments'
import { creditRate, packages, parks, paymentPlans, pilot } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import { paths } from '@/lib/paths'
import { coveredSource, creditRangeSource, operationText } from './explained'
import { figures, largest } from './figures'

/** A question with the paragraphs of its answer, which may hold `**bold**` and `[label](target)`. */
export interface Question {
  /** Its address within the page, so that others can link to one answer. */
  id: string
  question: string
  answer: readonly string[]
  /** Where the figures of the answer come from. */
  source?: string
}

const { free, setup, term, spots, minimumRate, maximumRate } = figures
const { largestPackage, leastCredit, mostCredit } = figures

/** Whether cards are checked before the contract, and how: a sentence of the server, which knows. */
const cardCheck = '__VOLTIGO_CARD_CHECK__'

const prices = packages
  .map(({ annualKwh, price }) => `${formatShortEuro(price)} für ${formatKwh(annualKwh)}`)
  .join(', ')
const instalments = paymentPlans
  .filter(({ months }) => months > 0)
  .map((plan) => {
    const { total, surcharge, effectiveRate } = reservationPayment(largest.price, plan)
    return `${plan.name}, Summe ${formatShortEuro(total)}, ${formatShortEuro(surcharge)} Aufpreis, effektiver Jahreszins ${formatRate(effectiveRate)}`
  })
  .join('; ')
const others = parks
  .filter((park) => park !== pilot)
  .map(factsOf)
  .map(({ name, statusPhrase }) => ` Ein zweiter Park, ${name}, ist ${statusPhrase}.`)
  .join('')

export const faqsText: {
  title: string
  lead: string
  questions: readonly Question[]
  more: string
  contact: string
} = {
  title: 'Häufig gestellte Fragen',
  lead: 'Zwölf Fragen mit Antworten. Wo eine Zahl steht, steht auch, woher sie kommt.',
  questions: [
    {
      id: 'angebot',
      question: 'Was bietet Voltigo an?',
      answer: [
        `Einen Anteil an der Erzeugung eines Solarparks, ohne eigenes Dach und auch zur Miete. Für jede Kilowattstunde, die Ihr Anteil erzeugt, bekommen Sie ${term} lang eine Gutschrift, mindestens ${minimumRate}. Wir überweisen sie monatlich.`,
        'Der **Platz** ist Ihre Nummer im Park, der **Anteil** Ihr Recht an der Erzeugung, das **Paket** sagt, wie groß er ist.',
      ],
      source: `${minimumRate} je Kilowattstunde sind das Minimum laut Vertrag, ${term} die Laufzeit. Darüber entscheidet der tatsächliche Gewinn des Parks.`,
    },
    {
      id: 'ersparnis',
      question: 'Wie viel kann ich sparen?',
      answer: [
        `Mit dem Paket ${largestPackage} sind es **${leastCredit} im Jahr** bei ${minimumRate} je Kilowattstunde, dem Minimum, und bis zu **${mostCredit} im Jahr** bei ${maximumRate}. Das sind Gutschriften, der Paketpreis geht davon noch ab. Beispielrechnung, keine Zusage: Der Ertrag schwankt mit Wetter und Jahr.`,
        `[Anteil reservieren](${paths.reservation}) oder vorher [jedes Paket durchrechnen](${paths.calculator})`,
      ],
      source: `${creditRangeSource} Wann gedeckt ist, was Sie zahlen: ${coveredSource(largest, creditRate.minimum)}`,
    },
    {
      id: 'stromversorger',
      question: 'Muss ich meinen Stromversorger wechseln?',
      answer: [
        'Nein. Ihr Stromvertrag, Ihr Zähler und Ihr Abschlag bleiben, wie sie sind. Die Gutschrift kommt zusätzlich auf Ihr Konto, gleich bei welchem Versorger Sie sind, auch nach einem Wechsel.',
      ],
    },
    {
      id: 'steuern',
      question: 'Muss ich die Gutschriften versteuern?',
      answer: [
        'Die Gutschriften sind steuerfrei; so verstehen wir die Regeln für private Haushalte, eine Steuerberatung ist das aber nicht. Ob es in Ihrem Fall so ist, sagt Ihnen Ihr Finanzamt. [Was bekannt ist](#steuerregeln)',
        'Ob die Gutschriften beim Wohngeld oder Bürgergeld angerechnet werden, wissen wir nicht. Fragen Sie bitte vorher die Stelle, die Ihnen die Leistung zahlt.',
      ],
    },
    {
      id: 'eigentum',
      question: 'Gehört mir dann ein Stück vom Solarpark?',
      answer: [
        `Nein. Sie erwerben für ${term} ein Nutzungsrecht an einem festen Anteil der Erzeugung des ganzen Parks. Es ist kein Finanzprodukt und keine Kapitalanlage.`,
        `Wem der Park gehören wird und auf welchem Grundstück er steht, lesen Sie vor dem Vertrag in den Unterlagen. Was gilt, falls Voltigo insolvent wird, steht unter [Wenn etwas schiefgeht](${paths.whatIf}).`,
      ],
    },
    {
      id: 'start',
      question: 'Wie fange ich an?',
      answer: [
        `**Heute** reservieren Sie einen Platz, für ${free} und ohne Bindung.`,
        `**${figures.contractWhen}** wählen Sie Ihren Anteil und unterschreiben digital. Erst dann werden ${setup} Einrichtung fällig.`,
        '**Wenn der Park am Netz ist,** bezahlen Sie Ihr Paket, und die Gutschriften beginnen. Ein Datum für die erste Gutschrift können wir noch nicht nennen.',
      ],
      source: `${free} kostet die Reservierung, ${setup} die einmalige Einrichtung nach der Unterschrift. Beide Beträge stehen in den AGB.`,
    },
    {
      id: 'umzug',
      question: 'Was passiert, wenn ich umziehe?',
      answer: [
        'Nichts. Der Anteil hängt an Ihnen, nicht an Ihrer Wohnung, und die Gutschrift kommt weiter auf Ihr Konto. Teilen Sie uns nur die neue Anschrift mit.',
      ],
    },
    {
      id: 'wartung',
      question: 'Wer kümmert sich um Betrieb und Wartung?',
      answer: [
        `Wir. ${operationText} Eine jährliche Gebühr gibt es nicht: Sie beträgt ${figures.yearlyFee}.`,
      ],
      source: `Die Jahresgebühr von ${figures.yearlyFee} steht in den AGB und in der Übersicht Ihrer Reservierung.`,
    },
    {
      id: 'rueckkauf',
      question: 'Kann ich kündigen oder meinen Anteil zurückgeben?',
      answer: [
        `**Vor dem Vertrag** stornieren Sie jederzeit kostenlos. **Danach** können Sie ${figures.withdrawal} lang widerrufen und bekommen alle Zahlungen innerhalb von ${figures.refundDative} zurück.`,
        `**Später** gilt die Rückkaufgarantie: jederzeit zum fairen Marktpreis. Er ergibt sich aus der restlichen Laufzeit und der aktuellen Bewertung am Markt und kann unter dem liegen, was Sie bezahlt haben: [ein Beispiel](${paths.whatIf}).`,
      ],
    },
    {
      id: 'kosten',
      question: 'Was kostet ein Anteil?',
      answer: [
        `Reservieren kostet ${free}, die Einrichtung mit dem Vertrag ${setup}, und am Netz folgt der Paketpreis: ${prices} im Jahr. Eine Jahresgebühr gibt es nicht.`,
        `In Raten mehr, für ${largestPackage}: ${instalments}.`,
      ],
      source: `Aufpreis: Der Paketpreis ${formatShortEuro(largest.price)} wird mit dem Zuschlag des Plans multipliziert und auf volle Euro gerundet. Der effektive Jahreszins gilt für gleiche Raten, jeweils am Monatsende.`,
    },
    {
      id: 'reservierung',
      question: 'Ist die Reservierung wirklich kostenlos?',
      answer: [
        `Ja. Die Reservierung kostet ${free}, und eine Zahlungskarte brauchen Sie dafür nicht. Sie verpflichtet Sie zu nichts.`,
        `${cardCheck} Wird der Park nicht gebaut, erhalten Sie alle Zahlungen zurück, auch den Betrag einer Kartenprüfung.`,
      ],
      source: `${free} kostet die Reservierung laut AGB. Der Betrag einer Kartenprüfung, ${figures.card}, wird nicht einbehalten.`,
    },
    {
      id: 'warteliste',
      question: 'Was passiert, wenn alle Plätze vergeben sind?',
      answer: [
        `Der Pilotpark hat ${spots} Plätze. Sind alle vergeben, steht das auf der Startseite und beim [Pilotpark](${paths.pilot}).`,
        `Für frei gewordene Plätze gibt es die [Warteliste](${paths.waitingList}): Wer zuerst kommt, bekommt zuerst ein Angebot, und wir halten den Platz drei Tage für Sie. Sie kostet nichts und bindet Sie nicht.${others}`,
      ],
      source: `${spots} ist die Zahl der Plätze im Pilotpark bei ${figures.parkPlace}. Jeder Platz gehört einem Haushalt.`,
    },
  ],
  more: 'Haben Sie weitere Fragen?',
  contact: 'Kontakt aufnehmen',
}
