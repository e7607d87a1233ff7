import { describe, expect, test } from 'vitest'
import { INITIAL_VALUES, type ReservationValues, TEXT_FIELDS } from '@/lib/reservation/fields'
import { mayLeaveFirstStep, missingFields, problemsOf } from '@/lib/reservation/rules'
import { repositoryFile } from '../repository'
import { ENERGY, FILLED } from './filled'

const kept = JSON.parse(repositoryFile('tests/golden/contact_details.json')) as {
  phones: Record<string, string>
  no_phones_for_the_form: string[]
  emails: Record<string, string>
  postcodes: Record<string, string>
}

const with_ = (change: Partial<ReservationValues>) => ({ ...FILLED, ...change })

describe('section 2', () => {
  test('cannot be reached with the empty form', () => {
    expect(mayLeaveFirstStep(INITIAL_VALUES)).toBe(false)
  })

  test.each(Object.keys(ENERGY))('cannot be reached without %s', (field) => {
    expect(mayLeaveFirstStep(with_({ [field]: '  ' }))).toBe(false)
  })

  test('can be reached without any personal data', () => {
    const { first_name, last_name, email, mobile_phone, consent, ...rest } = FILLED
    expect(mayLeaveFirstStep({ ...INITIAL_VALUES, ...rest })).toBe(true)
  })
})

describe('the button', () => {
  test('is ready when everything is filled in and consent is given', () => {
    expect(missingFields(FILLED)).toEqual([])
  })

  test.each(TEXT_FIELDS)('is not ready without %s', (field) => {
    expect(missingFields(with_({ [field]: '' }))).toEqual([field])
  })

  test('is not ready without consent', () => {
    expect(missingFields(with_({ consent: false }))).toEqual(['consent'])
  })
})

describe('problems', () => {
  test('of the empty form are all required fields', () => {
    expect(Object.keys(problemsOf(INITIAL_VALUES))).toEqual([...TEXT_FIELDS, 'consent'])
  })

  test('of a filled form are none', () => {
    expect(problemsOf(FILLED)).toEqual({})
  })

  test.each([
    ['postcode', '8504'],
    ['postcode', '850490'],
    ['postcode', 'D-850'],
    ['email', 'anna'],
    ['email', 'anna@beispiel'],
    ['email', 'anna schmidt@beispiel.de'],
    ['mobile_phone', '0151'],
    ['mobile_phone', '0176 12345'],
    ['mobile_phone', '+49 176 12345'],
  ] as const)('%s „%s“ is malformed', (field, value) => {
    expect(problemsOf(with_({ [field]: value }))).toEqual({ [field]: 'malformed' })
  })

  test.each(Object.keys(kept.phones))('„%s“ is a number', (mobile_phone) => {
    expect(problemsOf(with_({ mobile_phone }))).toEqual({})
  })

  test.each(kept.no_phones_for_the_form)('„%s“ is none', (mobile_phone) => {
    expect(problemsOf(with_({ mobile_phone }))).toEqual({ mobile_phone: 'malformed' })
  })

  test('pasted marks are no fault', () => {
    for (const email of Object.keys(kept.emails)) expect(problemsOf(with_({ email }))).toEqual({})
    for (const postcode of Object.keys(kept.postcodes))
      expect(problemsOf(with_({ postcode }))).toEqual({})
  })

  test.each(['00000', '05123', '43210', '62000'])('postcode %s does not exist', (postcode) => {
    expect(problemsOf(with_({ postcode }))).toEqual({ postcode: 'unknown' })
  })

  test('an unreadable monthly payment is none: it counts as 0', () => {
    expect(problemsOf(with_({ monthly_abschlag: 'weiß nicht' }))).toEqual({})
  })
})
