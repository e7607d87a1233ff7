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
  /** One or two words for the plan beside the questions. */
  topic: string
  question: string
  answer: readonly string[]
  /** Where the figures of the answer come from. */
  source?: string
}

const { free, setup, term, termDative, spots, minimumRate, maximumRate } = figures
const { largestPackage, leastCredit, mostCredit } = figures

/** The card check that does not exist yet: told of here and nowhere else. */
export const plannedCheck = `Geplant ist eine Prüfung vor dem Vertrag: Auf Ihrer Zahlungskarte wird ${figures.card} vorgemerkt und wieder freigegeben. Noch gibt es sie nicht.`

const prices = packages
  .map(({ annualKwh, price }) => `${formatShortEuro(price)} für ${formatKwh(annualKwh)}`)
  .join(', ')
const instalments = paymentPlans
  .filter(({ months }) => months > 0)
  .map((plan) => {
    const { total, surcharge, effectiveRate } = reservationPayment(largest.price, plan)
    return `${plan.name} in der Summe ${formatShortEuro(total)}, also ${formatShortEuro(surcharge)} Aufpreis, effektiver Jahreszins ${formatRate(effectiveRate)}`
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
  plan: string
  questions: readonly Question[]
  more: string
  contact: string
} = {
  title: 'Häufig gestellte Fragen',
  lead: 'Zwölf Fragen mit Antworten. Wo eine Zahl steht, steht auch, woher sie kommt.',
  plan: 'Fragen nach Thema',
  questions: [
    {
      id: 'angebot',
      topic: 'Angebot',
      question: 'Was bietet Voltigo an?',
      answer: [
        `Einen Anteil an der Erzeugung eines Solarparks, ohne eigenes Dach und auch zur Miete. Sie erhalten ${term} lang jeden Monat eine Gutschrift für den Strom, den Ihr Anteil wirklich erzeugt hat: mindestens ${minimumRate} je Kilowattstunde, mehr, wenn der Park mehr verdient.`,
        'Der Park verkauft seinen Strom über feste Abnahmeverträge (PPA) oder an der Strombörse. Ihre Gutschrift überweisen wir per SEPA auf Ihr Konto; dazu kommt jeden Monat eine Abrechnung per E-Mail. Dass sie über Partner direkt in Ihre Stromrechnung fließt, ist geplant.',
        'Drei Wörter, drei Dinge: Der **Platz** ist Ihre Nummer im Park. Der **Anteil** ist Ihr Recht an seiner Erzeugung. Das **Paket** sagt, wie groß der Anteil ist und was er kostet.',
      ],
      source: `${minimumRate} je Kilowattstunde sind das Minimum laut Vertrag, ${term} die Laufzeit. Darüber entscheidet der tatsächliche Gewinn des Parks.`,
    },
    {
      id: 'ersparnis',
      topic: 'Ersparnis',
      question: 'Wie viel kann ich sparen?',
      answer: [
        `Mit dem Paket ${largestPackage} sind es **${leastCredit} im Jahr** bei ${minimumRate} je Kilowattstunde, dem Minimum, und bis zu **${mostCredit} im Jahr** bei ${maximumRate}, wenn der Park sehr gut verdient. Das sind Gutschriften, der Paketpreis geht davon noch ab. Kleinere Pakete bringen entsprechend weniger.`,
        'Beispielrechnung, keine Zusage: Wie viel Ihr Anteil erzeugt, schwankt mit Wetter und Jahr.',
        `Mit einer Reservierung legen Sie sich nicht fest: [Anteil reservieren](${paths.reservation}). Vorher können Sie [jedes Paket durchrechnen](${paths.calculator}).`,
      ],
      source: `${creditRangeSource} Wann gedeckt ist, was Sie zahlen: ${coveredSource(largest, creditRate.minimum)}`,
    },
    {
      id: 'stromversorger',
      topic: 'Versorger',
      question: 'Muss ich meinen Stromversorger wechseln?',
      answer: [
        'Nein. Ihr Stromvertrag, Ihr Zähler und Ihr Abschlag bleiben, wie sie sind. Die Gutschrift kommt zusätzlich auf Ihr Konto, gleich bei welchem Versorger Sie sind. Wenn Sie ihn später wechseln, ändert das an Ihrem Anteil nichts.',
      ],
    },
    {
      id: 'steuern',
      topic: 'Steuern',
      question: 'Muss ich die Gutschriften versteuern?',
      answer: [
        'Die Gutschriften sind steuerfrei; so verstehen wir die Regeln für private Haushalte, eine Steuerberatung ist das aber nicht. Ob es in Ihrem Fall so ist, sagt Ihnen Ihr Finanzamt, eine Steuerberatung oder ein Lohnsteuerhilfeverein.',
        'Ob die Gutschriften beim Wohngeld oder Bürgergeld angerechnet werden, wissen wir nicht. Fragen Sie bitte vorher die Stelle, die Ihnen die Leistung zahlt.',
      ],
    },
    {
      id: 'eigentum',
      topic: 'Eigentum',
      question: 'Gehört mir dann ein Stück vom Solarpark?',
      answer: [
        `Nein. Sie erwerben ein Nutzungsrecht an einem festen Anteil der Erzeugung, für ${term}. Module, Boden und Technik gehören Ihnen nicht, und Sie haften auch nicht für sie. Es ist kein Finanzprodukt und keine Kapitalanlage.`,
        'Ihr Platz hat eine Nummer, damit Sie wissen, wo Sie stehen. Ihr Anteil gilt trotzdem für den ganzen Park, nicht für ein einzelnes Modul.',
        `Wem der Park gehören wird und auf welchem Grundstück er steht, lesen Sie in den Unterlagen, die Sie vor dem Vertrag bekommen. Was gilt, falls Voltigo insolvent wird, steht unter [Wenn etwas schiefgeht](${paths.whatIf}).`,
      ],
    },
    {
      id: 'start',
      topic: 'Loslegen',
      question: 'Wie fange ich an?',
      answer: [
        `**Heute:** Sie reservieren einen Platz, für ${free} und ohne Bindung.`,
        `**${figures.contractWhen}:** ${figures.contractNews} In der E-Mail steht der Link zu Ihrem Überblick. Sie wählen Ihren endgültigen Anteil und unterschreiben den Nutzungsvertrag digital. Erst dann werden ${setup} Einrichtung fällig.`,
        '**Wenn der Park am Netz ist:** Sie bezahlen Ihr Paket, einmal oder in Raten, und die Gutschriften beginnen. Ein Datum für die erste Gutschrift können wir noch nicht nennen.',
        `Wo der Park heute steht, lesen Sie mit Datum beim [Pilotpark](${paths.pilot}).`,
        'Ihre E-Mail-Adresse brauchen wir für die Bestätigung, Ihre Mobilnummer nur, falls etwas unklar ist.',
      ],
      source: `${free} kostet die Reservierung, ${setup} die einmalige Einrichtung nach der Unterschrift. Beide Beträge stehen in den AGB.`,
    },
    {
      id: 'umzug',
      topic: 'Umzug',
      question: 'Was passiert, wenn ich umziehe?',
      answer: [
        'Nichts. Der Anteil hängt an Ihnen, nicht an Ihrer Wohnung, und die Gutschrift kommt weiter auf Ihr Konto. Teilen Sie uns nur die neue Anschrift mit.',
      ],
    },
    {
      id: 'wartung',
      topic: 'Wartung',
      question: 'Wer kümmert sich um Betrieb und Wartung?',
      answer: [
        `Wir. ${operationText} Eine jährliche Gebühr gibt es nicht: Sie beträgt ${figures.yearlyFee}.`,
      ],
      source: `Die Jahresgebühr von ${figures.yearlyFee} steht in den AGB und in der Übersicht Ihrer Reservierung.`,
    },
    {
      id: 'rueckkauf',
      topic: 'Aussteigen',
      question: 'Kann ich kündigen oder meinen Anteil zurückgeben?',
      answer: [
        `**Vor dem Vertrag** stornieren Sie Ihre Reservierung jederzeit, kostenlos und ohne Grund. **Nach der Unterschrift** können Sie ${figures.withdrawal} lang widerrufen und bekommen alle Zahlungen innerhalb von ${figures.refundDative} zurück. **Ist der Park am Netz,** gilt die Laufzeit von ${termDative}.`,
        `Aussteigen können Sie auch dann: Dafür gibt es die Rückkaufgarantie. Sie verkaufen uns Ihren Anteil jederzeit zu einem fairen Marktpreis. Er ergibt sich aus der restlichen Laufzeit und der aktuellen Bewertung am Markt und kann unter dem liegen, was Sie bezahlt haben. [Ein Beispiel](${paths.whatIf}) zeigt, wie es aussehen könnte.`,
        `Nach ${termDative} endet Ihr Recht, ohne dass Sie kündigen müssen. Ob Sie den Anteil verschenken können, regelt der Nutzungsvertrag. Er liegt noch nicht vor; Sie erhalten ihn, bevor Sie sich entscheiden.`,
      ],
    },
    {
      id: 'kosten',
      topic: 'Kosten',
      question: 'Was kostet ein Anteil?',
      answer: [
        `Die Reservierung kostet ${free}. Mit dem Vertrag kommt einmal ${setup} Einrichtung dazu, und wenn der Park am Netz ist, der Paketpreis: ${prices} im Jahr erwartet. Eine Jahresgebühr fällt nicht an.`,
        `Das Paket zahlen Sie einmal oder in ${figures.instalments}. Raten kosten mehr. Für das Paket ${largestPackage} heißt das: ${instalments}.`,
      ],
      source: `Aufpreis: Der Paketpreis ${formatShortEuro(largest.price)} wird mit dem Zuschlag des Plans multipliziert und auf volle Euro gerundet. Der effektive Jahreszins gilt für gleiche Raten, jeweils am Monatsende.`,
    },
    {
      id: 'reservierung',
      topic: 'Reservieren',
      question: 'Ist die Reservierung wirklich kostenlos?',
      answer: [
        `Ja. Die Reservierung kostet ${free}, und eine Zahlungskarte brauchen Sie dafür nicht. Sie verpflichtet Sie zu nichts: Ob Sie einen Vertrag schließen, entscheiden Sie erst, wenn Sie die Unterlagen dazu haben.`,
        `${plannedCheck} Wird der Park nicht gebaut, kann die Reservierung aufgehoben werden, und Sie erhalten alle Zahlungen zurück, auch den Betrag einer Kartenprüfung.`,
      ],
      source: `${free} kostet die Reservierung laut AGB. Der Betrag einer Kartenprüfung, ${figures.card}, wird nicht einbehalten.`,
    },
    {
      id: 'warteliste',
      topic: 'Alles voll',
      question: 'Was passiert, wenn alle Plätze vergeben sind?',
      answer: [
        `Der Pilotpark hat ${spots} Plätze, mehr geben wir nicht aus. Sind alle vergeben, steht das auf der Startseite und beim [Pilotpark](${paths.pilot}). Storniert jemand, wird sein Platz wieder frei.`,
        `Dafür gibt es die [Warteliste](${paths.waitingList}): Wer zuerst kommt, bekommt zuerst ein Angebot, und wir halten den Platz drei Tage für Sie. Sie kostet nichts und bindet Sie nicht.${others}`,
      ],
      source: `${spots} ist die Zahl der Plätze im Pilotpark bei ${figures.parkPlace}. Jeder Platz gehört einem Haushalt.`,
    },
  ],
  more: 'Haben Sie weitere Fragen?',
  contact: 'Kontakt aufnehmen',
}
