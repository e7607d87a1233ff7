import { describe, expect, it } from 'vitest'
import { hatch } from '@/features/reports/credits/AmountRows'
import {
  centWords,
  coveredWords,
  flowColumns,
  type Month,
  scenarioNames,
  shortMoney,
  shortMonth,
  yearWords,
} from '@/features/reports/credits/credits'
import { reservationsOf } from '@/features/reports/credits/drill'

function month(number: number, changes: Partial<Month> = {}): Month {
  return {
    place: 1,
    scenario: 'Konservativ',
    month: `2027-${String(number).padStart(2, '0')}-01`,
    kwh: 100,
    credit_cents: 500,
    gap_cents: 0,
    one_off_cents: 0,
    plan_24_cents: 0,
    plan_48_cents: 0,
    setup_cents: 0,
    net_cents: -500,
    credit_so_far_cents: number * 500,
    net_so_far_cents: 10_000 - number * 500,
    ...changes,
  }
}

describe('columns of the cash flow', () => {
  const rows = [1, 2, 3, 4].map((number) => month(number, { gap_cents: number }))

  it('are the months of one scenario', () => {
    const others = rows.map((row) => ({ ...row, scenario: 'Optimistisch', credit_cents: 800 }))
    const columns = flowColumns([...rows, ...others], 'Optimistisch', 1)
    expect(columns.map(({ credit }) => credit)).toEqual([800, 800, 800, 800])
  })

  it('add up months and end where the last of them ends', () => {
    expect(flowColumns(rows, 'Konservativ', 3)).toEqual([
      { month: '2027-01-01', credit: 1500, gap: 6, paidSoFar: 10_000, creditSoFar: 1500 },
      { month: '2027-04-01', credit: 500, gap: 4, paidSoFar: 10_000, creditSoFar: 2000 },
    ])
  })

  it('are none where there is nothing', () => {
    expect(flowColumns([], 'Konservativ', 1)).toEqual([])
  })
})

describe('words', () => {
  it('say money at a glance', () => {
    expect(shortMoney(1_234_567)).toBe('12.346\u00a0€')
    expect(shortMoney(125_400_000)).toBe('1,25\u00a0Mio.\u00a0€')
    expect(shortMoney(-50_000)).toBe('-500\u00a0€')
  })

  it('say rates, years and months', () => {
    expect(centWords(6500)).toBe('6,5\u00a0Cent')
    expect(yearWords(130)).toBe('13,0\u00a0Jahre')
    expect(shortMonth('2027-03-01')).toBe('Mär')
  })

  it('say when shares are covered', () => {
    expect(coveredWords(130, 150)).toBe('gedeckt nach 13,0 bis 15,0\u00a0Jahren')
    expect(coveredWords(150, 150)).toBe('gedeckt nach 15,0\u00a0Jahren')
    expect(coveredWords(130, null)).toBe('teils gedeckt, ab 13,0\u00a0Jahren')
    expect(coveredWords(null, null)).toBe('in dieser Zeit nicht gedeckt')
    expect(coveredWords(undefined, null), 'kept before').toBe('')
  })

  it('name scenarios once and in their order', () => {
    const rows = ['Konservativ', 'Konservativ', 'Freier Satz'].map((scenario) => ({ scenario }))
    expect(scenarioNames(rows)).toEqual(['Konservativ', 'Freier Satz'])
  })
})

describe('a hatched part', () => {
  it('stays within its bar', () => {
    expect(hatch(0, 10, 0, 5)).toBe('M0 5L5 0M5 5L10 0')
    expect(hatch(5, 5, 0, 20)).toBe('')
  })
})

describe('the list behind a number', () => {
  const filterOf = (path: string) =>
    JSON.parse(new URLSearchParams(path.split('?')[1]).get('filter') ?? '')
  const HOLDING = ['reserved', 'invited', 'contracted', 'active']

  it('has the reservations that hold a spot of the park', () => {
    const path = reservationsOf({ park: 'ingolstadt', package: 'all', plan: 'all' })
    expect(filterOf(path)).toEqual({ park: 'ingolstadt', state: HOLDING })
  })

  it('is narrowed as the report is, or by a row', () => {
    const parameters = { park: 'munich', package: '2000', plan: '24m' }
    expect(filterOf(reservationsOf(parameters))).toEqual({
      park: 'munich',
      state: HOLDING,
      annual_kwh: [2000],
      payment_plan: '24m',
    })
    const row = { package: 3000, plan: 'one-off' }
    expect(filterOf(reservationsOf({ ...parameters, package: 'all' }, row))).toMatchObject({
      annual_kwh: [3000],
      payment_plan: 'one-off',
    })
  })
})
