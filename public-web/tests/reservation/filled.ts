import type { ReservationValues } from '@/lib/reservation/values'

/** A form in which nothing is missing. */
export const FILLED: ReservationValues = {
  postcode: '85049',
  energy_provider: 'E.ON',
  household_size: '2',
  monthly_abschlag: '85,50',
  annual_kwh: 2000,
  rate: 55,
  payment_plan: '24m',
  first_name: ' Anna ',
  last_name: 'Müller-Lüdenscheidt',
  email: 'anna@beispiel.de',
  mobile_phone: '0151 23456789',
  consent: true,
}
