import type { JoinBody } from '@/api/waitingList'
import { type ReservationValues, TEXT_FIELDS } from '@/lib/reservation/fields'

/** What the list keeps of the reservation form beside name, address, package and plan. Empty fields stay out. */
export function typedOf(values: ReservationValues): NonNullable<JoinBody['typed']> {
  const typed = TEXT_FIELDS.filter((field) => field !== 'email' && values[field].trim() !== '')
  return Object.fromEntries([
    ...typed.map((field) => [field, values[field].trim()]),
    ['credit_tenth_ct', String(values.rate)],
  ])
}
