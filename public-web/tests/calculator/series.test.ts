import { describe, expect, test } from 'vitest'
import {
  cellDashes,
  columnsPath,
  type Frame,
  linePath,
  spread,
} from '@/features/calculator/drawing'
import { monthsOf } from '@/features/calculator/months'
import { costOf, coveredTenths, creditYears } from '@/features/calculator/series'
import { creditOf } from '@/lib/offer/credit'
import { packageOf, packages, paymentPlans, planOf, scenarios, termYears } from '@/lib/offer/offer'

const cases = packages.flatMap((share) =>
  scenarios.flatMap(({ rate }) =>
    paymentPlans.map((plan) => ({ share, plan, rate, kwh: share.annualKwh, by: plan.id })),
  ),
)

describe.each(cases)('$kwh kWh at $rate by $by', ({ share, plan, rate }) => {
  const years = creditYears(share, plan, rate)
  const credit = creditOf(share.annualKwh, rate)

  test('the twenty years add up to the total', () => {
    expect(years.map(({ year }) => year)).toEqual(
      Array.from({ length: termYears }, (_, i) => i + 1),
    )
    expect(years.reduce((sum, year) => sum + year.credit, 0)).toBe(credit.total)
    expect(years.at(-1)?.sum).toBe(credit.total)
  })

  test('each year lacks what the cost still exceeds the sum by', () => {
    for (const { sum, open } of years) expect(sum + open).toBe(costOf(share, plan))
  })

  test('the price is covered in the year of the break-even', () => {
    const covered = years.find(({ open }) => open <= 0)?.year ?? 0
    const tenths = coveredTenths(share, plan, rate)
    // The break-even is rounded to tenths, so it may stand on either side of a year's end.
    expect(Math.abs(covered * 10 - 5 - tenths)).toBeLessThanOrEqual(5)
  })

  test('no month is above the best, below the worst or over the scale', () => {
    const months = monthsOf(share, rate)
    expect(months.best.credit).toBe(Math.max(...months.credit))
    expect(months.worst.credit).toBe(Math.min(...months.credit))
    expect(months.top).toBeGreaterThanOrEqual(months.best.credit)
    expect(months.average).toBe(credit.monthly)
  })
})

test('the cost is all that is paid, the set-up included', () => {
  expect(costOf(packageOf(2000), planOf('one-off'))).toBe(129_900 + 7_900)
  expect(coveredTenths(packageOf(2000), planOf('one-off'), 50)).toBe(138)
})

test('by instalments the cost is all of them and the set-up', () => {
  const [share, plan] = [packageOf(3000), planOf('48m')]
  expect(costOf(share, plan)).toBe(230_825 + 7_900)
  expect(coveredTenths(share, plan, 50)).toBe(159)
})

describe('drawing', () => {
  const frame: Frame = {
    kind: 'wide',
    width: 100,
    height: 100,
    left: 10,
    step: 20,
    bar: 10,
    base: 90,
    rise: 80,
  }

  test('columns stand on the base and reach the height of their value', () => {
    expect(columnsPath(frame, [50, 0, 100], 100)).toBe('M20 90V50M60 90V10')
  })

  test('columns from a value on leave out what is lower', () => {
    expect(columnsPath(frame, [50, 75, 100], 100, 50)).toBe('M40 50V30M60 50V10')
  })

  test('labels that would touch are moved apart, others stay', () => {
    expect(spread([10, 20, 90], 30)).toEqual([10, 40, 90])
    expect(spread([10, 20, 30], 30)).toEqual([10, 40, 70])
  })

  test('a line goes through the middle of the columns', () => {
    expect(linePath(frame, [0, 100], 100)).toBe('M20 90L40 10')
  })

  test('cells and gaps together are one unit of value', () => {
    const { outer, inner } = cellDashes(frame, 10, 100)
    const length = (dashes: string) =>
      dashes.split(' ').reduce((sum, dash) => sum + Number(dash), 0)
    expect(length(outer.strokeDasharray)).toBeCloseTo(8)
    expect(length(inner.strokeDasharray)).toBeCloseTo(8)
    expect(inner.strokeWidth).toBe(8)
  })

  test('cells above the cost go on where the ones below it ended', () => {
    expect(cellDashes(frame, 10, 100, 25).outer.strokeDashoffset).toBe('4.00')
  })
})
