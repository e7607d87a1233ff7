import { defaults, type PaymentPlanId, type TenthCent } from '../offer/offer'

/**
 * What the form holds. Fields that are sent as typed carry the name they have in the call, so
 * that an error of the server finds its field without a table in between.
 */
export interface ReservationValues {
  postcode: string
  energy_provider: string
  household_size: string
  /** As typed; see `parseAmount`. */
  monthly_abschlag: string
  annual_kwh: number
  rate: TenthCent
  payment_plan: PaymentPlanId
  first_name: string
  last_name: string
  email: string
  mobile_phone: string
  consent: boolean
}

export const ENERGY_FIELDS = [
  'postcode',
  'household_size',
  'energy_provider',
  'monthly_abschlag',
] as const

export const CONTACT_FIELDS = ['first_name', 'last_name', 'email', 'mobile_phone'] as const

export type EnergyField = (typeof ENERGY_FIELDS)[number]
export type TextField = EnergyField | (typeof CONTACT_FIELDS)[number]
/** Everything that has to be filled in before the reservation can be sent. */
export type RequiredField = TextField | 'consent'

export const TEXT_FIELDS: readonly TextField[] = [...ENERGY_FIELDS, ...CONTACT_FIELDS]

const REQUIRED_FIELDS: readonly string[] = [...TEXT_FIELDS, 'consent']
export const isField = (name: string): name is RequiredField => REQUIRED_FIELDS.includes(name)

/** The step in which a required field stands. */
export const stepOfField = (name: string): number =>
  (ENERGY_FIELDS as readonly string[]).includes(name) ? 1 : 4

export const INITIAL_VALUES: ReservationValues = {
  postcode: '',
  energy_provider: '',
  household_size: '',
  monthly_abschlag: '',
  annual_kwh: defaults.annualKwh,
  rate: defaults.rate,
  payment_plan: defaults.paymentPlan,
  first_name: '',
  last_name: '',
  email: '',
  mobile_phone: '',
  consent: false,
}
