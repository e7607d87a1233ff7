import { describe, expect, test } from 'vitest'
import { besideMarket, marketCredit, marketYears } from '@/lib/offer/marketValue'
import { type PaymentPlanId, packageOf, planOf } from '@/lib/offer/offer'
import { accountOf, worthOf } from '@/lib/offer/worth'
import { repositoryFile } from '../repository'

/** Computed with decimals by `tests/services/offer/test_worth_golden.py`. */
const cases = JSON.parse(repositoryFile('tests/golden/worth_cases.json')) as {
  annual_kwh: number
  plan: PaymentPlanId
  tenth_ct: number
  ageing_tenth_percent: number
  sun_percent: number
  interest_tenth_percent: number
  paid: string
  credits: string
  inner_percent: string
  empty_in: number | null
  left: string
}[]

const hundredths = (value: number) => (value / 100).toFixed(2)

describe('the worth of a share beside money elsewhere', () => {
  test.each(cases)(
    '$annual_kwh kWh by $plan at $tenth_ct, $ageing_tenth_percent, $sun_percent, $interest_tenth_percent',
    (row) => {
      const [share, plan] = [packageOf(row.annual_kwh), planOf(row.plan)]
      const outlook = {
        rate: row.tenth_ct,
        ageing: row.ageing_tenth_percent,
        sun: row.sun_percent,
      }
      const worth = worthOf(share, plan, outlook)
      const account = accountOf(share, plan, outlook, row.interest_tenth_percent)
      expect({
        paid: hundredths(worth.paid),
        credits: hundredths(worth.credits),
        inner: hundredths(worth.innerRate),
        empty: account.emptyIn,
        left: hundredths(account.left),
      }).toEqual({
        paid: row.paid,
        credits: row.credits,
        inner: row.inner_percent,
        empty: row.empty_in,
        left: row.left,
      })
      // What the account pays before it is empty and what the share credits after it are all of the credits.
      if (account.emptyIn === null) expect(account.creditsAfter).toBe(0)
      else expect(account.creditsAfter).toBeLessThan(worth.credits)
    },
  )
})

test('beside the market value of fourteen years', () => {
  expect(marketYears).toHaveLength(14)
  expect(besideMarket(2000, 50)).toEqual({ yearsAbove: 11, credits: 140_000, market: 158_462 })
  expect(besideMarket(2000, 60)).toEqual({ yearsAbove: 11, credits: 168_000, market: 158_462 })
  expect(besideMarket(2000, 80)).toEqual({ yearsAbove: 12, credits: 224_000, market: 158_462 })
  const credits = marketYears.map((year) => marketCredit(2000, year))
  expect(credits.reduce((one, other) => one + other, 0)).toBe(158_462)
})
