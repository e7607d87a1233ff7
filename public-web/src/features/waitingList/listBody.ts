import type { JoinBody } from '@/api/waitingList'
import type { ReservationValues } from '@/lib/reservation/values'

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
