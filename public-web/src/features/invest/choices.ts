import type { Missing, PaymentMethod } from '@/content/de/invest'
import { parseAmount } from '@/lib/germanAmount'
import { type Cents, eurosToCents } from '@/lib/offer/money'
import { invest, type Park, parks } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'

/** What the visitor has chosen; empty texts until then. `amount` is the text of the field. */
export interface Choices {
  project: string
  amount: string
  payment: PaymentMethod | ''
}

export const NOTHING_CHOSEN: Choices = { project: '', amount: '', payment: '' }

const METHODS: readonly string[] = ['sepa', 'card', 'bank'] satisfies PaymentMethod[]

export const parkOf = ({ project }: Choices): Park | undefined =>
  parks.find(({ id, isCancelled }) => id === project && !isCancelled)

/** The smallest amount of the chosen project; the lowest of all while none is chosen. */
export const minimumOf = (choices: Choices): Cents =>
  parkOf(choices)?.minimum ?? eurosToCents(invest.default_minimum_eur)

/**
 * The amount in cents, 0 when there is none. "1.000" is a thousand euros, as written in Germany:
 * the browser's own reading of a number field would be one euro.
 */
export const amountOf = ({ amount }: Choices): Cents => Math.round(parseAmount(amount).value * 100)

/** What stands between the choices and an enquiry, in the order of the page. */
export function missingIn(choices: Choices): readonly Missing[] {
  const amount = amountOf(choices)
  const missing: Missing[] = []
  if (!parkOf(choices)) missing.push('project')
  if (amount === 0) missing.push('amount')
  else if (amount < minimumOf(choices)) missing.push('minimum')
  if (!choices.payment) missing.push('payment')
  return missing
}

/** The contact page with the enquiry filled in. */
export function enquiryPath(choices: Choices): string {
  const query = new URLSearchParams({
    anliegen: 'anteil',
    projekt: choices.project,
    betrag: String(amountOf(choices) / 100),
    zahlung: choices.payment,
  })
  return `${paths.contact}?${query}`
}

/** Choices from outside (history, form as the browser restored it), with what is unknown left out. */
export function knownChoices(values: unknown): Choices {
  const given = typeof values === 'object' && values !== null ? values : {}
  const text = (name: string) => {
    const value = (given as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const [project, payment] = [text('project'), text('payment')]
  return {
    project: parks.some(({ id }) => id === project) ? project : '',
    amount: text('amount').slice(0, 20),
    payment: METHODS.includes(payment) ? (payment as PaymentMethod) : '',
  }
}
