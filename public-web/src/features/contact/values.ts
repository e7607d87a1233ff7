import { contactAnswers } from '@/content/de/contactAnswers'
import { parseAmount } from '@/lib/germanAmount'
import { formatShortEuro } from '@/lib/germanNumbers'
import { type Cents, eurosToCents } from '@/lib/offer/money'

const { cancellation, freePlace, share, payments } = contactAnswers.suggestions

/** A park that a share can be asked for; the entry without an id stands for none yet. */
export interface Project {
  name: string
  minimum: Cents
}
export type Projects = ReadonlyMap<string, Project>

/** What a message can be about. */
const TOPICS = [
  'frage',
  'reservierung',
  'stornierung',
  'anteil',
  'platz',
  'rueckruf',
  'sonstiges',
] as const
export type Topic = (typeof TOPICS)[number]

const isTopic = (text: string | null): text is Topic => TOPICS.some((topic) => topic === text)
const isPayment = (text: string | null): text is keyof typeof payments =>
  text !== null && Object.hasOwn(payments, text)

/** What the form holds, each field under the name it has in the call. */
export interface ContactValues {
  name: string
  email: string
  phone: string
  topic: string
  reference: string
  project: string
  /** As typed; see `parseAmount`. */
  amount: string
  payment_method: string
  /** As typed; null as long as the suggestion stands. */
  message: string | null
  /** Invisible; only programs fill it in. */
  homepage: string
}

export type ContactField = keyof ContactValues

const EMPTY: ContactValues = {
  name: '',
  email: '',
  phone: '',
  topic: '',
  reference: '',
  project: '',
  amount: '',
  payment_method: '',
  message: null,
  homepage: '',
}

/**
 * The form as an address such as `/kontakt?anliegen=anteil&projekt=munich&betrag=1000&zahlung=sepa`
 * wants it, or `?anliegen=stornierung&referenz=VG-7K3M-Q2XH`. What is unknown there is ignored.
 */
export function valuesFrom(search: string, projects: Projects): ContactValues {
  const query = new URLSearchParams(search)
  const [topic, payment] = [query.get('anliegen'), query.get('zahlung')]
  if (!isTopic(topic)) return EMPTY
  if (topic !== 'anteil') return { ...EMPTY, topic, reference: referenceIn(query) }
  const [project, amount] = [query.get('projekt') ?? '', query.get('betrag') ?? '']
  return {
    ...EMPTY,
    topic,
    project: projects.has(project) ? project : '',
    amount: /^[1-9]\d{0,5}$/.test(amount) ? amount : '',
    payment_method: isPayment(payment) ? payment : '',
  }
}

/** Only what looks like a reference: an address must not write other words into the form. */
function referenceIn(query: URLSearchParams): string {
  const reference = query.get('referenz') ?? ''
  return /^VG-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(reference) ? reference : ''
}

/** The typed amount in cents; null when there is none or it cannot be read. */
export function amountOf({ amount }: ContactValues): Cents | null {
  const { value, readable } = parseAmount(amount)
  return readable ? Math.round(eurosToCents(value)) : null
}

/** The smallest share of the chosen project. */
export const minimumOf = ({ project }: ContactValues, projects: Projects): Cents =>
  projects.get(project)?.minimum ?? 0

/** The message: as typed, else what the topic suggests. */
export function messageOf(values: ContactValues, projects: Projects): string {
  if (values.message !== null) return values.message
  if (values.topic === 'stornierung') return cancellation
  if (values.topic === 'platz') return freePlace
  if (values.topic !== 'anteil') return ''
  const cents = amountOf(values)
  const payment = values.payment_method
  return share({
    project: (values.project && projects.get(values.project)?.name) || '',
    amount: cents ? formatShortEuro(cents) : '',
    payment: isPayment(payment) ? payments[payment] : '',
  })
}
