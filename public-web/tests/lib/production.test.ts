import { describe, expect, test } from 'vitest'
import { creditOf } from '@/lib/offer/credit'
import { packages, scenarios } from '@/lib/offer/offer'
import { apportion, monthlySeries, monthlyShares, productionModel } from '@/lib/offer/production'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('the file has twelve shares that are the whole year', () => {
  expect(monthlyShares).toHaveLength(12)
  expect(sum(monthlyShares)).toBe(10_000)
  expect(Math.min(...monthlyShares)).toBeGreaterThan(0)
})

test('the file names a known place, its method and its sources', () => {
  expect(productionModel.place).toBe('Ingolstadt')
  expect(productionModel.method.length).toBeGreaterThan(0)
  expect(productionModel.sources.length).toBeGreaterThan(0)
})

const cases = packages.flatMap(({ annualKwh }) =>
  scenarios.map(({ rate }) => ({ annualKwh, rate })),
)

describe.each(cases)('$annualKwh kWh at $rate', ({ annualKwh, rate }) => {
  const { kwh, credit } = monthlySeries(annualKwh, rate)
  const { annual } = creditOf(annualKwh, rate)

  test('the months add up exactly to the year', () => {
    expect(sum(kwh)).toBe(annualKwh)
    expect(sum(credit)).toBe(annual)
    expect([...kwh, ...credit].every(Number.isInteger)).toBe(true)
  })

  test('no month is a whole unit away from its share', () => {
    monthlyShares.forEach((share, month) => {
      expect(Math.abs((kwh[month] ?? 0) - (annualKwh * share) / 10_000)).toBeLessThan(1)
      expect(Math.abs((credit[month] ?? 0) - (annual * share) / 10_000)).toBeLessThan(1)
    })
  })
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [10, [15, 25, 60], [2, 2, 6]],
  [7, [50, 30, 20], [4, 2, 1]],
  [0, [1, 2], [0, 0]],
])('%i by %j is %j', (total, weights, parts) => {
  expect(apportion(total, weights)).toEqual(parts)
})
