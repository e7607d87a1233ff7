import {
  ENERGY_FIELDS,
  type ProblemCode,
  type RequiredField,
  type ReservationValues,
  TEXT_FIELDS,
} from './fields'

export type Problems = Partial<Record<RequiredField, ProblemCode>>

const POSTCODE = /^\d{5}$/
/** Beginnings that no German postcode has. */
const NO_REGION = /^(00|05|43|62)/
// Only what no address can do without; whether it exists, the mail to it shows.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE_DIGITS = 6
/** What comes with pasting and nobody sees; the server takes it out as well. */
const MARKS = /\p{Cf}|[\ufe00-\ufe0f]/gu
/** A German mobile number without country code and leading 0 has ten digits or more. */
const SHORT_MOBILE = /^(?:0049|49|0)?1[567]\d{0,7}$/

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

/** What is still to be filled in or agreed to before the button may be used. */
export function missingFields(values: ReservationValues): RequiredField[] {
  const empty: RequiredField[] = TEXT_FIELDS.filter((field) => values[field].trim() === '')
  return values.consent ? empty : [...empty, 'consent']
}

function problemOf(values: ReservationValues, field: RequiredField): ProblemCode | null {
  if (field === 'consent') return values.consent ? null : 'missing'
  const text = withoutMarks(values[field]).trim()
  if (text === '') return 'missing'
  if (!isWellFormed(field, text)) return 'malformed'
  return field === 'postcode' && NO_REGION.test(text) ? 'unknown' : null
}

/** Whether a filled field can be what it is meant to be. */
export function isWellFormed(field: RequiredField, text: string): boolean {
  if (field === 'postcode') return POSTCODE.test(text)
  if (field === 'email') return EMAIL.test(text)
  if (field === 'mobile_phone') return isPhone(text)
  return true
}

/** One number, with or without words around it: `0170 1234567 (Karl)`. */
function isPhone(text: string): boolean {
  const [part = '', ...others] = text.split(/\p{L}+/u).filter((some) => /\p{Nd}/u.test(some))
  const digits = part.replace(/\P{Nd}/gu, '')
  return others.length === 0 && digits.length >= PHONE_DIGITS && !SHORT_MOBILE.test(digits)
}

const withoutMarks = (text: string): string => text.replace(MARKS, '')
