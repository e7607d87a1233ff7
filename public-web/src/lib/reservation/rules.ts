import { ENERGY_FIELDS, type RequiredField, type ReservationValues, TEXT_FIELDS } from './values'

/** Why a field cannot be accepted. The sentences for it stand in the content. */
export type ProblemCode = 'missing' | 'malformed'

export type Problems = Partial<Record<RequiredField, ProblemCode>>

const POSTCODE = /^(?!00)\d{5}$/
// Only what no address can do without; whether it exists, the mail to it shows.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE_DIGITS = 6

/** What is wrong with the given fields. */
export function problemsOf(
  values: ReservationValues,
  fields: readonly RequiredField[] = [...TEXT_FIELDS, 'consent'],
): Problems {
  const problems: Problems = {}
  for (const field of fields) {
    const problem = problemOf(values, field)
    if (problem) problems[field] = problem
  }
  return problems
}

/** Whether section 2 may be reached. */
export const mayLeaveFirstStep = (values: ReservationValues): boolean =>
  Object.keys(problemsOf(values, ENERGY_FIELDS)).length === 0

/** Whether everything is filled in and consent is given, so that the button may be used. */
export const isFilled = (values: ReservationValues): boolean =>
  values.consent && TEXT_FIELDS.every((field) => values[field].trim() !== '')

function problemOf(values: ReservationValues, field: RequiredField): ProblemCode | null {
  if (field === 'consent') return values.consent ? null : 'missing'
  const text = values[field].trim()
  if (text === '') return 'missing'
  return isWellFormed(field, text) ? null : 'malformed'
}

function isWellFormed(field: RequiredField, text: string): boolean {
  if (field === 'postcode') return POSTCODE.test(text)
  if (field === 'email') return EMAIL.test(text)
  if (field === 'mobile_phone') return text.replace(/\D/g, '').length >= PHONE_DIGITS
  return true
}
