/** Where the touches live: in session storage, or only as long as the page is open. */
export type AttributionStorage = 'session' | 'memory'

/** Who runs the site; required on the imprint and in mails. */
export interface Company {
  name: string
  street: string
  postcodeCity: string
  email: string
  phone: string
  /** The phone number as it is dialled, for links. */
  dial: string
  /** The person who may sign for the company and answers for the content. */
  representative: string
  registerCourt: string
  registerNumber: string
  vatId: string
}

/** Who answers; each empty where it is not set. `picture`: the name of its file. */
export interface Person {
  name: string
  hours: string
  picture: string
}

/** What the operator sets without another build. The server writes it into every page. */
export interface Settings {
  /** Address of the site without a trailing slash. */
  publicUrl: string
  /** External page for feedback calls. */
  bookingUrl: string
  /** Script of another provider's contact form; empty for our own. */
  contactWidgetUrl: string
  attributionStorage: AttributionStorage
  /** Whether a mail server is set up. Without one mails become files that reach nobody. */
  mailsLeave: boolean
  instalmentsOffered: boolean
  /** Who checks cards before the contract. */
  cardCheck: 'off' | 'simulated' | 'stripe'
  company: Company
  /** Missing only before the server has filled the page. */
  person?: Person
}

/**
 * Placeholders instead of values. Pages are rendered at build time with these; the server puts
 * the real values in their place when it loads the files, and into the `voltigo-settings` tag,
 * so that the first render in the browser yields the same text.
 */
export const PLACEHOLDERS: Settings = {
  publicUrl: '__VOLTIGO_PUBLIC_URL__',
  bookingUrl: '__VOLTIGO_BOOKING_URL__',
  contactWidgetUrl: '',
  attributionStorage: 'session',
  mailsLeave: true,
  instalmentsOffered: true,
  cardCheck: 'off',
  company: {
    name: '__VOLTIGO_COMPANY_NAME__',
    street: '__VOLTIGO_COMPANY_STREET__',
    postcodeCity: '__VOLTIGO_COMPANY_POSTCODE_CITY__',
    email: '__VOLTIGO_COMPANY_EMAIL__',
    phone: '__VOLTIGO_COMPANY_PHONE__',
    dial: '__VOLTIGO_COMPANY_DIAL__',
    representative: '__VOLTIGO_COMPANY_REPRESENTATIVE__',
    registerCourt: '__VOLTIGO_COMPANY_REGISTER_COURT__',
    registerNumber: '__VOLTIGO_COMPANY_REGISTER_NUMBER__',
    vatId: '__VOLTIGO_COMPANY_VAT_ID__',
  },
}

/** Content of the settings tag before the server has filled it. */
export const SETTINGS_PLACEHOLDER = '__VOLTIGO_SETTINGS__'

const DEVELOPMENT: Settings = {
  ...PLACEHOLDERS,
  publicUrl: 'http://localhost:5173',
  bookingUrl: 'https://example.org/termin',
  company: {
    name: 'Voltigo (development)',
    street: 'Example Street 1',
    postcodeCity: '85049 Ingolstadt',
    email: 'hallo@example.org',
    phone: '+49 841 000000',
    dial: '+49841000000',
    representative: 'Erika Muster',
    registerCourt: 'Amtsgericht Ingolstadt',
    registerNumber: 'HRB 00000',
    vatId: 'DE000000000',
  },
}

/** Reads the settings tag of the page. */
export function readSettings(): Settings {
  const content = document.querySelector<HTMLMetaElement>('meta[name=voltigo-settings]')?.content
  if (!content || content === SETTINGS_PLACEHOLDER) {
    return import.meta.env.DEV ? DEVELOPMENT : PLACEHOLDERS
  }
  return JSON.parse(content) as Settings
}
