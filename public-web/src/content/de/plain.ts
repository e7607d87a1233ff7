import { formatKwh, formatShortEuro } from '@/lib/germanNumbers'
import { packages } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import { emailLink, phoneLink } from './companyLinks'
import { figures } from './figures'

const { free, setup, term, minimumRate, spots, parkPlace } = figures

const offers = packages.map(
  ({ name, annualKwh, price }) =>
    `**${name}:** ${formatShortEuro(price)}. Wir erwarten dafür ${formatKwh(annualKwh)} im Jahr.`,
)

/** The whole offer in short sentences and common words. */
export const plainText = (company: Company) => ({
  title: 'Voltigo in einfacher Sprache',
  lead: 'Kurze Sätze, keine schweren Wörter. Die genauen Regeln stehen auf den anderen Seiten.',
  sections: [
    {
      title: 'Was ist Voltigo?',
      blocks: [
        'Voltigo ist eine Firma. Sie möchte einen Solarpark betreiben. Ein Solarpark macht Strom aus Sonne.',
        'Sie können einen Teil von diesem Strom nutzen. Das nennen wir einen Anteil. Der Park gehört Ihnen nicht.',
        `Der Anteil gilt ${term}. Jeden Monat bekommen Sie dafür Geld auf Ihr Konto. Das nennen wir Gutschrift.`,
      ],
    },
    {
      title: 'Wie viel Geld bekomme ich?',
      blocks: [
        `Sie bekommen mindestens ${minimumRate} für jede Kilowattstunde. Eine Kilowattstunde ist eine Menge Strom. Verdient der Park mehr, bekommen Sie mehr.`,
        'Scheint die Sonne weniger, macht Ihr Anteil weniger Strom. Dann bekommen Sie weniger Geld. Wie viel es im Jahr ist, können wir nicht versprechen.',
      ],
    },
    {
      title: 'Was kostet es?',
      blocks: [
        `Die Reservierung kostet ${free}. Reservieren heißt: Wir halten einen Platz für Sie frei. Sie müssen danach nichts kaufen.`,
        `Mit dem Vertrag zahlen Sie ${setup}. Das ist die Einrichtung. Wenn der Park Strom liefert, zahlen Sie Ihr Paket:`,
        offers,
        'Sie können das Paket auch in Raten zahlen. Das kostet mehr.',
      ],
    },
    {
      title: 'Wie geht das?',
      blocks: [
        [
          `Sie reservieren einen Platz. Es gibt ${spots} Plätze im Park bei ${parkPlace}.`,
          'Sie bekommen eine E-Mail. Sie bestätigen darin Ihre Adresse.',
          'Steht der Park fest, schreiben wir Ihnen. Dann wählen Sie Ihren Anteil und unterschreiben den Vertrag.',
          `Sie können den Vertrag ${figures.withdrawal} lang widerrufen. Dann bekommen Sie alles Geld zurück.`,
          'Liefert der Park Strom, zahlen Sie Ihr Paket. Dann kommen die Gutschriften.',
        ],
        'Ihren Stromvertrag behalten Sie. Wenn Sie umziehen, behalten Sie auch den Anteil.',
      ],
    },
    {
      title: 'Was kann schiefgehen?',
      blocks: [
        [
          '**Der Park wird nicht gebaut.** Dann bekommen Sie alles Geld zurück.',
          '**Der Park wird später fertig.** Dann zahlen Sie auch später.',
          '**Voltigo kann nicht mehr zahlen.** Dann können Sie Geld verlieren.',
          '**Sie möchten früher aufhören.** Wir kaufen den Anteil zurück. Vielleicht bekommen Sie weniger, als Sie bezahlt haben.',
        ],
        `Mehr dazu: [Wenn etwas schiefgeht](${paths.whatIf})`,
      ],
    },
    {
      title: 'Wer hilft mir?',
      blocks: [
        `Rufen Sie uns an: ${phoneLink(company)}. Oder schreiben Sie an ${emailLink(company)}. Wir füllen das Formular gern mit Ihnen aus.`,
        `Sie möchten es selbst tun? [Anteil reservieren](${paths.reservation})`,
      ],
    },
  ],
})
