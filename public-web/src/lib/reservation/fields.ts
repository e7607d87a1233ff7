import constants from '@offer/offer.json'
import type { InputHTMLAttributes } from 'react'
import { defaults, type PaymentPlanId, type TenthCent } from '../offer/offer'

/** A field of the reservation form; its words are in `content/de/reservationFields.ts`. */
interface Field {
  /** Its section of the form. Step 1 is kept as a draft; step 4 identifies a person and is not. */
  step: 1 | 4
  /** The options of a select; without them the field is an input. */
  choices?: readonly string[]
  /** Euros as people type them, see `parseAmount`; sent as a number. */
  isAmount?: true
}

/**
 * Every field, in the order of the form. The keys are the names in the API, so that an error from the
 * server maps to its field directly. Form, draft, validation, review, payload, take-over form, own page
 * and waiting list are built from this table.
 */
const DECLARED = {
  postcode: { step: 1 },
  household_size: { step: 1, choices: constants.household_sizes },
  energy_provider: { step: 1, choices: constants.energy_providers },
  monthly_abschlag: { step: 1, isAmount: true },
  first_name: { step: 4 },
  last_name: { step: 4 },
  email: { step: 4 },
  mobile_phone: { step: 4 },
} as const satisfies Record<string, Field>

type Declared = typeof DECLARED
/** The fields whose declaration includes `Part`. */
type With<Part> = { [Name in TextField]: Declared[Name] extends Part ? Name : never }[TextField]

export type TextField = keyof Declared
export type EnergyField = With<{ step: 1 }>
export type ContactField = With<{ step: 4 }>
export type ChoiceField = With<{ choices: readonly string[] }>
export type AmountField = With<{ isAmount: true }>
/** Everything that has to be filled in before the reservation can be sent. */
export type RequiredField = TextField | 'consent'

export const FIELDS: Readonly<Record<TextField, Field>> = DECLARED
export const TEXT_FIELDS = Object.keys(FIELDS) as TextField[]
const inStep = (step: number) => TEXT_FIELDS.filter((name) => FIELDS[name].step === step)
export const ENERGY_FIELDS = inStep(1) as EnergyField[]
export const CONTACT_FIELDS = inStep(4) as ContactField[]

export const isTextField = (name: string): name is TextField => Object.hasOwn(FIELDS, name)
export const isField = (name: string): name is RequiredField =>
  name === 'consent' || isTextField(name)

/** The step of a required field. */
export const stepOfField = (name: string): number => (isTextField(name) ? FIELDS[name].step : 4)

/** Why a field cannot be accepted. */
export type ProblemCode = 'missing' | 'malformed' | 'unknown'

/** Words and input attributes of a field, and its message for each problem. */
export interface FieldText extends Partial<Record<ProblemCode, string>> {
  label: string
  missing: string
  /** For the list of missing fields, where it is not the label. */
  short?: string
  hint?: string
  /** The empty option of a select. */
  placeholder?: string
  /** Only for amounts. */
  unit?: string
  unreadable?: string
  input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'maxLength' | 'type'
  >
}

/** What the form holds. */
export interface ReservationValues extends Record<TextField, string> {
  annual_kwh: number
  rate: TenthCent
  payment_plan: PaymentPlanId
  consent: boolean
}

/** An object with a value for each name. */
export const ofEach = <Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>

export const INITIAL_VALUES: ReservationValues = {
  ...ofEach(TEXT_FIELDS, () => ''),
  annual_kwh: defaults.annualKwh,
  rate: defaults.rate,
  payment_plan: defaults.paymentPlan,
  consent: false,
}
