import type { Schemas } from '@/api/operations'
import type { EditKind } from '@/ui/form/versions'

export type Entered = Schemas['InstallationOut']
export type MailAccount = Schemas['MailAccountIn']
type Values = Omit<Schemas['InstallationIn'], 'version'>
type Form = Record<FieldName | 'mail_security', string>

interface Field {
  label: string
  hint?: string
  type?: 'email' | 'url' | 'tel' | 'password'
}

const COMPANY = {
  company_name: { label: 'Firma' },
  company_street: { label: 'Straße und Hausnummer' },
  company_postcode_city: { label: 'Postleitzahl und Ort' },
  company_email: { label: 'E-Mail-Adresse der Firma', type: 'email' },
  company_phone: { label: 'Telefon', type: 'tel' },
  company_representative: {
    label: 'Vertreten durch',
    hint: 'Eine Person, die für die Firma zeichnet und für den Inhalt der Website einsteht.',
  },
  company_register_court: {
    label: 'Registergericht',
    hint: 'Zum Beispiel Amtsgericht Ingolstadt.',
  },
  company_register_number: { label: 'Registernummer', hint: 'Zum Beispiel HRB 12345.' },
  company_vat_id: { label: 'Umsatzsteuer-ID', hint: 'Zum Beispiel DE123456789.' },
} satisfies Record<string, Field>

const SERVER = {
  mail_host: { label: 'Mailserver', hint: 'Zum Beispiel mail.example.' },
  mail_port: { label: 'Port', hint: 'Leer: 587 mit STARTTLS, 465 mit TLS.' },
  mail_user: { label: 'Konto', hint: 'Leer, wenn der Server keine Anmeldung verlangt.' },
  mail_password: { label: 'Passwort', type: 'password' },
  mail_from: {
    label: 'Absender der Mails',
    hint: 'Zum Beispiel Voltigo <reservierung@voltigo.example>.',
  },
} satisfies Record<string, Field>

const PROMISES = {
  credit_security: {
    label: 'Absicherung der Gutschriften',
    hint: 'Ein Satz oder zwei für die Seite „Und wenn etwas schiefgeht?“: ob und wodurch die Gutschriften gesichert sind, falls die Firma insolvent wird. Leer: dass es noch nicht feststeht.',
  },
  dismantling: {
    label: 'Rückbau des Parks',
    hint: 'Ein Satz oder zwei für dieselbe Seite: wer den Rückbau bezahlt und ob dafür Geld zurückgelegt wird. Leer: dass es noch nicht feststeht.',
  },
} satisfies Record<string, Field>

const PERSON = {
  contact_person: {
    label: 'Ansprechperson',
    hint: 'Wer sich meldet. Steht auf der Startseite und bei Kontakt. Leer: niemand wird genannt.',
  },
  contact_hours: { label: 'Sprechzeiten', hint: 'Zum Beispiel Montag bis Freitag, 9 bis 16 Uhr.' },
  contact_picture: {
    label: 'Bild der Ansprechperson',
    hint: 'Name einer Datei im Datenordner des Servers, zum Beispiel ansprechperson.webp. Leer: kein Bild.',
  },
} satisfies Record<string, Field>

const ADDRESS = {
  public_url: {
    label: 'Öffentliche Adresse',
    type: 'url',
    hint: 'Zum Beispiel https://voltigo.example. Sie wird übernommen, sobald diese Website dort antwortet; danach melden Sie sich dort neu an, und Passkeys der früheren Adresse gelten nicht mehr.',
  },
  booking_url: {
    label: 'Seite für Termine',
    type: 'url',
    hint: 'Wo man ein Gespräch bucht. Mit https://.',
  },
} satisfies Record<string, Field>

export const SECURITY = [
  ['starttls', 'STARTTLS'],
  ['tls', 'TLS'],
  ['none', 'keine, nur zu diesem Rechner'],
] as const

const GROUPS = [
  ['Firma und Impressum', COMPANY],
  ['Zusagen', PROMISES],
  ['Wer sich meldet', PERSON],
  ['Mailserver', SERVER],
  ['Adressen', ADDRESS],
] as const

export type FieldName =
  | keyof typeof COMPANY
  | keyof typeof PROMISES
  | keyof typeof PERSON
  | keyof typeof SERVER
  | keyof typeof ADDRESS
const FIELDS: Record<FieldName, Field> = {
  ...COMPANY,
  ...PROMISES,
  ...PERSON,
  ...SERVER,
  ...ADDRESS,
}
const NAMES = Object.keys(FIELDS) as FieldName[]

/** The form in its parts. */
export const PARTS = GROUPS.map(([title, fields]) => ({
  title,
  fields: Object.keys(fields) as FieldName[],
}))

export const fieldOf = (name: FieldName): Field => FIELDS[name]

/** The variable of the server that says a field, which is then only shown. */
export const variableOf = ({ given }: Entered, name: string): string | undefined =>
  given[name in SERVER && name !== 'mail_from' ? 'mail' : name]

const WRONG_PORT: Readonly<Record<string, string>> = {
  mail_port: 'Bitte geben Sie eine Zahl an, zum Beispiel 587.',
}

/** How it is edited. The password is no part of the document: an empty one stays as it is. */
export const ENTERED: EditKind<Entered, Form, Values> = {
  formOf: (document) =>
    Object.fromEntries([
      ...NAMES.map((name) => [name, name === 'mail_password' ? '' : String(document[name] ?? '')]),
      ['mail_security', document.mail_security],
    ]) as Form,
  read: (form) => {
    const typed = Object.fromEntries(
      Object.entries(form).map(([name, text]) => [
        name,
        name === 'mail_password' ? text : text.trim(),
      ]),
    ) as unknown as Values
    const port = Number(form.mail_port)
    const isPort = Number.isInteger(port) && port <= 65_535
    return {
      values: { ...typed, mail_port: isPort && port > 0 ? port : null },
      problems: isPort ? {} : WRONG_PORT,
    }
  },
  labels: {
    ...Object.fromEntries(NAMES.map((name) => [name, FIELDS[name].label])),
    mail_security: 'Verschlüsselung',
  } as Record<keyof Values, string>,
  show: (member, values) =>
    member === 'mail_password' ? '•••' : String(values[member as keyof Values] ?? ''),
  what: 'diese Angaben',
}

/** The mail account as it is typed, for a test before it is saved. */
export const accountOf = (values: Values): MailAccount =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => name.startsWith('mail_')),
  ) as MailAccount
