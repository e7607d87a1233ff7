import { describe, expect, it } from 'vitest'
import { scenarioNames } from '@/features/reports/credits/credits'
import { reservationsOf } from '@/features/reports/credits/drill'

describe('words', () => {
  it('name scenarios once and in their order', () => {
    const rows = ['Konservativ', 'Konservativ', 'Freier Satz'].map((scenario) => ({ scenario }))
    expect(scenarioNames(rows)).toEqual(['Konservativ', 'Freier Satz'])
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
