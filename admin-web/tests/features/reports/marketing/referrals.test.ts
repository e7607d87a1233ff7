import { expect, test } from 'vitest'
import { barsOf, MOST_CODES } from '@/features/reports/marketing/referrals/referrals'

const row = (number: number) => ({
  code: `CODE${number}`,
  recommender: 'Haushalt',
  uses: 5,
  valid: 5 - (number % 2),
  contracted: 1,
  cancelled: 0,
  confirmed: null,
  annual_kwh: 10_000,
})

test('what did not count is said beside what did', () => {
  const [all, some] = barsOf([row(0), row(1)])
  expect(all).toMatchObject({ name: 'CODE0 · Haushalt', valid: 5, validWords: '5' })
  expect(some).toMatchObject({ valid: 4, validWords: '4 von 5', contractedWords: '1' })
})

test('the rest is read in the table', () => {
  expect(barsOf(Array.from({ length: 30 }, (_, number) => row(number)))).toHaveLength(MOST_CODES)
})
