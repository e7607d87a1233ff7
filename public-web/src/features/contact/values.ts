import { contactFormText } from '@/content/de/contactForm'
import { parseAmount } from '@/lib/germanAmount'
import { formatShortEuro } from '@/lib/germanNumbers'
import { type Cents, eurosToCents } from '@/lib/offer/money'
import { invest, parks } from '@/lib/offer/offer'

export type Topic = keyof typeof contactFormText.topics
export type PaymentMethod = keyof typeof contactFormText.payments

export const isTopic = (text: string | null): text is Topic =>
  text !== null && Object.hasOwn(contactFormText.topics, text)

export const isPaymentMethod = (text: string | null): text is PaymentMethod =>
  text !== null && Object.hasOwn(contactFormText.payments, text)

export const projectOf = (id: string | null) =>
  parks.find((park) => park.id === id && !park.isCancelled)

/** What the form holds, each field under the name it has in the call. */
export interface ContactValues {
  name: string
  email: string
  phone: string
  topic: Topic | ''
  reference: string
  project: string
  /** As typed; see `parseAmount`. */
  amount: string
  payment_method: PaymentMethod | ''
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
export function valuesFrom(search: string): ContactValues {
  const query = new URLSearchParams(search)
  const [topic, payment] = [query.get('anliegen'), query.get('zahlung')]
  if (!isTopic(topic)) return EMPTY
  if (topic !== 'anteil') return { ...EMPTY, topic, reference: referenceIn(query) }
  const amount = query.get('betrag') ?? ''
  return {
    ...EMPTY,
    topic,
    project: projectOf(query.get('projekt'))?.id ?? '',
    amount: /^[1-9]\d{0,5}$/.test(amount) ? amount : '',
    payment_method: isPaymentMethod(payment) ? payment : '',
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
export const minimumOf = ({ project }: ContactValues): Cents =>
  projectOf(project)?.minimum ?? eurosToCents(invest.default_minimum_eur)

/** The message: as typed, else what the topic suggests. */
export function messageOf(values: ContactValues): string {
  if (values.message !== null) return values.message
  const { cancellation, freePlace, share, payments } = contactFormText.suggestions
  if (values.topic === 'stornierung') return cancellation
  if (values.topic === 'platz') return freePlace
  if (values.topic !== 'anteil') return ''
  const cents = amountOf(values)
  return share({
    project: projectOf(values.project)?.name ?? '',
    amount: cents ? formatShortEuro(cents) : '',
    payment: values.payment_method && payments[values.payment_method],
  })
}
