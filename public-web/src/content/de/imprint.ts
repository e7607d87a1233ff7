import type { Company } from '@/lib/settings'
import type { TextSection } from '@/lib/textSection'
import { emailLink, phoneLink } from './companyLinks'

export function imprintText(company: Company) {
  const { name, street, postcodeCity, representative } = company
  return {
    title: 'Impressum',
    sections: [
      {
        title: 'Angaben nach § 5 DDG',
        blocks: [{ address: [name, street, postcodeCity] }],
      },
      {
        title: 'Vertreten durch',
        blocks: [{ address: [representative] }],
      },
      {
        title: 'Kontakt',
        blocks: [{ address: [`E-Mail: ${emailLink(company)}`, `Telefon: ${phoneLink(company)}`] }],
      },
      {
        title: 'Verantwortlich für den Inhalt',
        blocks: [`Verantwortlich nach § 18 Abs. 2 MStV: ${representative}, Anschrift wie oben.`],
      },
      {
        title: 'Registereintrag',
        blocks: [
          {
            address: [
              `Registergericht: ${company.registerCourt}`,
              `Registernummer: ${company.registerNumber}`,
            ],
          },
        ],
      },
      {
        title: 'Umsatzsteuer',
        blocks: [`Umsatzsteuer-Identifikations\u00adnummer nach § 27a UStG: ${company.vatId}`],
      },
      {
        title: 'Streitbeilegung',
        blocks: [
          'Wir sind nicht bereit und nicht verpflichtet, an Streit\u00adbeilegungs\u00adverfahren vor einer Verbraucher\u00adschlichtungs\u00adstelle teilzunehmen (§ 36 VSBG). Wenn etwas nicht in Ordnung ist, schreiben Sie uns bitte: Wir kümmern uns selbst darum.',
        ],
      },
      {
        title: 'Kein Finanzprodukt',
        blocks: [
          'Voltigo bietet Nutzungsrechte am Ertrag eines Solarparks an. Das ist kein Finanzprodukt und keine Kapitalanlage. Beispielrechnungen auf diesen Seiten sind keine Zusagen.',
        ],
      },
      {
        title: 'Bilder',
        blocks: [
          'Bilder mit dem Hinweis „Beispielbild“ sind computergeneriert und zeigen keinen bestehenden Park. Zeichnungen und Texte stammen von uns.',
        ],
      },
    ] satisfies TextSection[],
  }
}
