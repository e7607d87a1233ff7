import { describe, expect, test } from 'vitest'
import {
  amountOf,
  type Choices,
  enquiryPath,
  knownChoices,
  minimumOf,
  missingIn,
  NOTHING_CHOSEN,
} from '@/features/invest/choices'

const chosen = (changes: Partial<Choices>): Choices => ({ ...NOTHING_CHOSEN, ...changes })
const complete = chosen({ project: 'ingolstadt', amount: '500', payment: 'sepa' })

describe('the minimum', () => {
  test.each([
    ['', 50_000],
    ['ingolstadt', 50_000],
    ['munich', 100_000],
  ])('with the project "%s"', (project, minimum) => {
    expect(minimumOf(chosen({ project }))).toBe(minimum)
  })
})

describe('the amount as it was typed', () => {
  test.each([
    ['', 0],
    ['0', 0],
    ['-500', 0],
    ['1e3', 0],
    ['500', 50_000],
    ['1.000', 100_000],
    ['1.234', 123_400],
    ['1234.56', 123_456],
    ['1234,5', 123_450],
  ])('"%s"', (amount, cents) => {
    expect(amountOf(chosen({ amount }))).toBe(cents)
  })
})

describe('what is missing', () => {
  test.each<[string, Partial<Choices>, readonly string[]]>([
    ['nothing', {}, []],
    ['the project', { project: '' }, ['project']],
    ['the amount', { amount: '' }, ['amount']],
    ['a little of the amount', { amount: '499.99' }, ['minimum']],
    ['the larger minimum', { project: 'munich', amount: '999' }, ['minimum']],
    ['nothing at the larger minimum', { project: 'munich', amount: '1000' }, []],
    ['the payment method', { payment: '' }, ['payment']],
    ['everything', NOTHING_CHOSEN, ['project', 'amount', 'payment']],
  ])('%s', (_, changes, missing) => {
    expect(missingIn({ ...complete, ...changes })).toEqual(missing)
  })
})

test('the enquiry carries the choices to the contact page', () => {
  const choices = chosen({ project: 'munich', amount: '1.234', payment: 'bank' })
  expect(enquiryPath(choices)).toBe(
    '/kontakt?anliegen=anteil&projekt=munich&betrag=1234&zahlung=bank',
  )
  expect(enquiryPath({ ...choices, amount: '1234.5' })).toContain('betrag=1234.5&')
})

describe('choices from outside', () => {
  test.each<[unknown, Choices]>([
    [null, NOTHING_CHOSEN],
    ['text', NOTHING_CHOSEN],
    [{ project: 'atlantis', amount: 5, payment: 'cash' }, NOTHING_CHOSEN],
    [complete, complete],
  ])('%j', (given, known) => {
    expect(knownChoices(given)).toEqual(known)
  })
})
