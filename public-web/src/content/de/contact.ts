import type { Company } from '@/lib/settings'
import type { TextSection } from '@/lib/textSection'
import { emailLink, phoneLink } from './companyLinks'

export function contactText(company: Company) {
  const { name, street, postcodeCity } = company
  return {
    title: 'Kontakt',
    lead: 'Schreiben Sie uns oder rufen Sie an. Es antwortet ein Mensch.',
    sections: [
      {
        title: 'So erreichen Sie uns',
        blocks: [
          [`E-Mail: ${emailLink(company)}`, `Telefon: ${phoneLink(company)}`],
          `Post: ${name}, ${street}, ${postcodeCity}`,
        ],
      },
      {
        title: 'Reservierung stornieren',
        blocks: [
          'Sie möchten Ihren Platz doch nicht? Schreiben Sie uns eine E-Mail. Damit wir Ihre Reservierung finden, nennen Sie bitte:',
          [
            'Ihre **Referenz**, sie beginnt mit VG und steht in unserer Bestätigung',
            'Ihren **Vor- und Nachnamen**, so wie Sie ihn bei der Reservierung angegeben haben',
          ],
          'Einen Grund brauchen Sie nicht zu nennen. Die Stornierung ist kostenlos.',
        ],
      },
      {
        title: 'Etwas hat sich geändert',
        blocks: [
          'Neue Adresse, neue Telefonnummer oder doch ein anderes Paket? Auch dafür genügt eine E-Mail mit Ihrer Referenz. Ihren endgültigen Anteil wählen Sie ohnehin erst, wenn der Park bestätigt ist.',
        ],
      },
    ] satisfies TextSection[],
  }
}
