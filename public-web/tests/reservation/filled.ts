import type { EnergyField, ReservationValues } from '@/lib/reservation/fields'

/** The first section, filled in. */
export const ENERGY: Record<EnergyField, string> = {
  postcode: '85049',
  household_size: '2',
  energy_provider: 'E.ON',
  monthly_abschlag: '85,50',
}

/** What is said at its fields while they are empty. */
export const MISSING: Record<EnergyField, string> = {
  postcode: 'Bitte geben Sie Ihre Postleitzahl ein.',
  household_size: 'Bitte wählen Sie, wie viele Personen im Haushalt leben.',
  energy_provider: 'Bitte wählen Sie Ihren Stromversorger.',
  monthly_abschlag: 'Bitte geben Sie Ihren monatlichen Abschlag ein.',
}

/** A form in which nothing is missing. */
export const FILLED: ReservationValues = {
  ...ENERGY,
  annual_kwh: 2000,
  rate: 55,
  payment_plan: '24m',
  first_name: ' Anna ',
  last_name: 'Müller-Lüdenscheidt',
  email: 'anna@beispiel.de',
  mobile_phone: '0151 23456789',
  consent: true,
}
