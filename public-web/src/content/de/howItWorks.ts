import { formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { creditRate, packageOf, packages } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { operationText } from './explained'
import { figures, figureText } from './figures'

const example = packageOf(2000)
const credit = creditOf(example.annualKwh, creditRate.minimum)
const annual = formatShortEuro(credit.annual)
const monthly = formatShortEuro(credit.monthly)

export const introText = {
  title: 'So funktioniert Ihr Anteil am\u00a0Solarpark',
  lead: `Sie erwerben ein Nutzungsrecht an einem festen Teil dessen, was der Park erzeugt. Dafür bekommen Sie ${figures.term} lang jeden Monat eine Gutschrift. Ein eigenes Dach brauchen Sie nicht.`,
} as const

export const stepsText = {
  title: 'Drei Schritte',
  steps: [
    {
      title: 'Verbrauch eintragen',
      text: 'Haushaltsgröße, monatlicher Abschlag, Stromversorger und Postleitzahl. Abschlag und Versorger stehen auf Ihrer letzten Stromrechnung.',
    },
    {
      title: 'Solaranteil wählen',
      text: 'Drei Größen, nach erwarteter Erzeugung im Jahr:',
      list: packages.map(
        ({ name, annualKwh, price }) =>
          `**${name}** ${formatKwh(annualKwh)}, ${formatShortEuro(price)}`,
      ),
    },
    {
      title: 'Monatlich Gutschrift erhalten',
      text: `Sobald der Park am Netz ist: mindestens ${figures.minimumRate} für jede Kilowattstunde, die Ihr Anteil wirklich erzeugt. ${figures.term} lang.`,
    },
  ],
} as const

export const moneyText = {
  title: 'Der Weg einer Kilowattstunde bis auf Ihr\u00a0Konto',
  text: 'Das gelbe Kästchen ist eine Kilowattstunde Ihres Anteils. Folgen Sie ihr bis zu Ihrer Gutschrift.',
  stations: [
    {
      title: 'Der Park erzeugt',
      text: 'Gezählt wird, was wirklich entsteht: im Juli viel, im Dezember wenig. Wetter und Jahr entscheiden mit.',
    },
    {
      title: 'Das Netz nimmt auf',
      text: 'Der Strom fließt ins öffentliche Netz, nicht in Ihre Wohnung. Bei Ihnen ändert sich kein Kabel und kein Zähler.',
    },
    {
      title: 'Der Strom wird verkauft',
      text: 'Über feste Abnahmeverträge (PPA) oder an der Strombörse.',
    },
    {
      title: 'Ein Gewinn bleibt',
      text: `Er bestimmt Ihre Gutschrift: der tatsächliche Gewinn des Parks je Kilowattstunde, **mindestens ${figures.minimumRate}**. Läuft der Park besser oder steigen die Marktpreise, kann sie steigen.`,
    },
    {
      title: 'Das Geld kommt bei Ihnen an',
      text: 'Die Gutschrift kommt jeden Monat per SEPA-Überweisung. Dazu eine E-Mail mit Ihrer Abrechnung, dem Energy Statement.',
    },
  ],
  example: {
    label: `Im Monatsschnitt mit dem Paket ${example.name}`,
    figure: monthly,
    condition: `erwartet bei ${figures.minimumRate}, dem Minimum je Kilowattstunde. ${figureText.caveat}.`,
    source: `${formatKwh(example.annualKwh)} im Jahr × ${figures.minimumRate} = ${annual}. Geteilt durch zwölf Monate sind das ${monthly}. Der Paketpreis von ${formatShortEuro(example.price)} ist noch nicht abgezogen.`,
  },
  future:
    '**Für später geplant:** die Gutschrift direkt in Ihrer Stromrechnung, über Partner unter den Versorgern. Heute zahlen wir auf Ihr Bankkonto.',
} as const

export const reasonsText = {
  title: 'Warum ein Anteil?',
  reasons: [
    {
      title: 'Ohne eigenes Dach',
      text: 'Zur Miete, in der Eigentums\u00adwohnung oder unter einem Dach im Schatten: Ihr Anteil liegt im Park.',
    },
    {
      title: `Nie unter ${figures.minimumRate}`,
      text: 'Das ist die Untergrenze je erzeugter Kilowattstunde. Nach oben zählt der Gewinn des Parks.',
    },
    {
      title: 'Ihr Versorger bleibt',
      text: 'Kein Wechsel, kein neuer Vertrag für den Strom, den Sie verbrauchen.',
    },
    {
      title: 'Die Arbeit machen wir',
      text: `${operationText} Die Jahresgebühr beträgt ${figures.yearlyFee}.`,
    },
    {
      title: 'Ein Umzug ändert nichts',
      text: 'Neue Adresse, gleicher Anteil. Die Gutschrift kommt weiter auf Ihr Konto.',
    },
    {
      title: 'Sie können aussteigen',
      text: 'Wir kaufen Ihren Anteil jederzeit zum fairen Marktpreis zurück. Er errechnet sich aus Restlaufzeit und aktuellem Marktwert.',
    },
  ],
} as const

export const closingText = {
  title: `Reservieren kostet ${figures.free} und bindet Sie nicht.`,
  reserve: 'Anteil reservieren',
  calculate: 'Ersparnis berechnen',
  compare: `Noch unsicher? Im [Vergleich](${paths.comparison}) steht auch, wann ein eigenes Dach die bessere Wahl ist.`,
} as const
