import { paths } from '@/lib/paths'
import type { Company } from '@/lib/settings'
import { emailLink, phoneLink } from './companyLinks'

/** The contact page without its form, whose words come with its script. */
export function contactText(company: Company) {
  const { name, street, postcodeCity } = company
  return {
    title: 'Kontakt',
    lead: 'Schreiben Sie uns oder rufen Sie an. Es antwortet ein Mensch.',
    facts: {
      title: 'So erreichen Sie uns',
      entries: [
        { label: 'E-Mail', lines: [emailLink(company)] },
        { label: 'Telefon', lines: [phoneLink(company)] },
        { label: 'Post', lines: [name, street, postcodeCity] },
      ],
    },
    area: {
      title: 'Schreiben Sie uns',
      noForm: `Hier steht gleich unser Formular. Genauso gut erreichen Sie uns per E-Mail an ${emailLink(company)} oder telefonisch unter ${phoneLink(company)}.`,
      failed: `Das Formular ließ sich nicht laden. Bitte schreiben Sie uns eine E-Mail an ${emailLink(company)} oder rufen Sie an: ${phoneLink(company)}.`,
    },
    external: {
      from: 'Das Formular kommt von',
      notice:
        'Wenn Sie es laden, erhält dieser Anbieter Ihre IP-Adresse, Angaben zu Ihrem Browser und was Sie eintragen.',
      alternative: `Lieber ohne? Eine E-Mail an ${emailLink(company)} oder ein Anruf unter ${phoneLink(company)} genügt.`,
      load: 'Formular laden',
      /** Before the name of its host. */
      frame: 'Formular von ',
      loading: 'Das Formular wird geladen.',
    },
    notes: [
      {
        title: 'Reservierung stornieren',
        text: `Sie möchten Ihren Platz doch nicht? Unter [Meine Reservierung](${paths.myReservation}) geben Sie ihn selbst zurück, kostenlos und ohne Grund. Oder Sie schreiben uns, mit der **Referenz** aus unserer E-Mail, sie beginnt mit VG.`,
        link: `[Stornierung schreiben](${paths.contact}?anliegen=stornierung)`,
      },
      {
        title: 'Etwas hat sich geändert',
        text: `Neue E-Mail-Adresse, neue Telefonnummer oder doch ein anderes Paket? Das ändern Sie unter [Meine Reservierung](${paths.myReservation}). Ihren endgültigen Anteil wählen Sie ohnehin erst, wenn der Park bestätigt ist.`,
        link: `[Änderung schreiben](${paths.contact}?anliegen=reservierung)`,
      },
    ],
  }
}
