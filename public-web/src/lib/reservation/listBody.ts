import type { JoinBody } from '@/api/waitingList'
import type { ReservationValues } from './values'

type Typed = Record<string, string>

/** What the list keeps of the reservation form beside name, address, package and plan. Empty fields stay out. */
export function typedOf(values: ReservationValues): NonNullable<JoinBody['typed']> {
  const { first_name, last_name, mobile_phone, postcode } = values
  const { energy_provider, household_size, monthly_abschlag, rate } = values
  const all = { first_name, last_name, mobile_phone, postcode }
  const typed = { ...all, energy_provider, household_size, monthly_abschlag }
  const filled = Object.entries({ ...typed, credit_tenth_ct: String(rate) })
    .map(([field, value]) => [field, value.trim()])
    .filter(([, value]) => value !== '')
  return Object.fromEntries(filled)
}

/** The form's values out of an entry of the list: what was typed then, and a name in two where only one is known. */
export function valuesOfEntry(entry: {
  name: string
  email: string
  payment_plan: string
  typed: Typed
}): Partial<ReservationValues> {
  const { credit_tenth_ct, ...typed } = entry.typed
  const [first, last] = splitName(entry.name)
  const rate = Number(credit_tenth_ct)
  return {
    first_name: first,
    last_name: last,
    email: entry.email,
    payment_plan: entry.payment_plan as ReservationValues['payment_plan'],
    ...typed,
    ...(rate > 0 && { rate }),
  }
}

/** „Anna Maria Huber“ → „Anna Maria“ and „Huber“. */
export function splitName(name: string): readonly [first: string, last: string] {
  const words = name.trim().split(/\s+/)
  return words.length < 2
    ? [words.join(''), '']
    : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}
