import { describe, expect, test } from 'vitest'
import { togetherText } from '@/content/de/money'
import { assumedText, moneyDetails, moneyRows } from '@/content/de/moneyBlock'
import { breakEvenTenths, creditOf, monthsToCover } from '@/lib/offer/credit'
import { figuresOf } from '@/lib/offer/figures'
import {
  calculatorPayment,
  paidBreakEvenTenths,
  paidFor,
  reservationPayment,
} from '@/lib/offer/instalments'
import { investFigures } from '@/lib/offer/invest'
import { divideHalfUp } from '@/lib/offer/money'
import { type PaymentPlanId, packageOf, planOf } from '@/lib/offer/offer'
import { repositoryFile } from '../repository'

/** The table that every implementation of the offer maths is held to. Figures are decimal text. */
interface Golden {
  credits: Record<string, string | number>[]
  instalments: (Record<string, string | number> & {
    paid_break_even_years: Record<string, string>
  })[]
  invest: Record<string, string>[]
}

const golden = JSON.parse(repositoryFile('tests/golden/offer_cases.json')) as Golden

const decimal = (value: number, places: number) => (value / 10 ** places).toFixed(places)

test('the golden table has cases for every figure', () => {
  expect(golden.credits.length).toBeGreaterThanOrEqual(21)
  expect(golden.instalments.length).toBeGreaterThanOrEqual(18)
  expect(golden.invest.length).toBeGreaterThan(0)
})

describe('credits', () => {
  test.each(golden.credits)('$annual_kwh kWh at $tenth_ct tenths of a cent', (row) => {
    const [kwh, rate] = [Number(row.annual_kwh), Number(row.tenth_ct)]
    const credit = creditOf(kwh, rate)
    expect({
      monthly: decimal(credit.monthly, 2),
      annual: decimal(credit.annual, 2),
      total: decimal(credit.total, 2),
      minimum_total: decimal(credit.minimumTotal, 2),
      break_even_years: decimal(breakEvenTenths(packageOf(kwh).price, kwh, rate), 1),
    }).toEqual({
      monthly: row.monthly,
      annual: row.annual,
      total: row.total,
      minimum_total: row.minimum_total,
      break_even_years: row.break_even_years,
    })
  })
})

describe('instalments', () => {
  test.each(golden.instalments)('$page: $annual_kwh kWh by $plan', (row) => {
    const pay = row.page === 'summary' ? reservationPayment : calculatorPayment
    const payment = pay(packageOf(Number(row.annual_kwh)).price, planOf(row.plan as PaymentPlanId))
    expect({
      total: decimal(payment.total, 2),
      months: Math.max(payment.months, 1),
      instalment: decimal(payment.instalment, 2),
      last: decimal(payment.last, 2),
      surcharge: decimal(payment.surcharge, 2),
      effective: decimal(payment.effectiveRate, 2),
      years: Object.fromEntries(
        Object.keys(row.paid_break_even_years).map((rate) => [
          rate,
          decimal(paidBreakEvenTenths(payment, Number(row.annual_kwh), Number(rate)), 1),
        ]),
      ),
    }).toEqual({
      total: row.total,
      months: row.months,
      instalment: row.instalment,
      last: row.last_instalment,
      surcharge: row.surcharge,
      effective: row.effective_percent,
      years: row.paid_break_even_years,
    })
  })
})

describe('invest', () => {
  test.each(golden.invest)('$amount euros', (row) => {
    const figures = investFigures(Math.round(Number(row.amount) * 100))
    expect({
      yearly: decimal(figures.yearlySavings, 2),
      monthly: decimal(figures.monthlySavings, 2),
      break_even: decimal(figures.breakEvenTenths, 1),
      share: decimal(figures.shareHundredths, 2),
      cost: decimal(figures.yearlyCostWithShare, 2),
    }).toEqual({
      yearly: row.yearly,
      monthly: row.monthly,
      break_even: row.break_even_years,
      share: row.share_percent,
      cost: row.yearly_cost_with_share,
    })
  })
})

test('exact halves are rounded up', () => {
  expect([
    divideHalfUp(1, 2),
    divideHalfUp(3, 2),
    divideHalfUp(5, 10),
    divideHalfUp(4, 10),
  ]).toEqual([1, 2, 1, 0])
})

test('what is paid for the recommended package is covered in its 166th month at the minimum credit', () => {
  expect(monthsToCover(paidFor({ total: 129_900 }), 2000, 50)).toBe(166)
})

/** What the server says too, held to one table. */
const words = JSON.parse(repositoryFile('tests/golden/money_words.json')) as {
  annual_kwh: number
  plan: PaymentPlanId
  rows: string[][]
  details: string
  assumed: string
  together: string
}[]

describe('the block of money and its sentences', () => {
  test.each(words)('$annual_kwh kWh by $plan', ({ annual_kwh: kwh, plan: id, ...told }) => {
    const figures = figuresOf(packageOf(kwh), planOf(id))
    expect(moneyRows(figures)).toEqual(told.rows)
    expect(moneyDetails(figures)).toBe(told.details)
    expect(assumedText(figures, 65)).toBe(told.assumed)
    expect(assumedText(figures, 50)).toBe('')
    expect(togetherText(figures.plan_total_cents)).toBe(told.together)
  })
})
