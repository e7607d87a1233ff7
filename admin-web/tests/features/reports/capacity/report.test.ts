import { expect, test } from 'vitest'
import { dayLinks, lastOfMonth, mixLinks, monthLinks } from '@/features/reports/capacity/drill'
import {
  dayWords,
  fullWords,
  HELD,
  type MixRow,
  type MonthRow,
  runsOf,
} from '@/features/reports/capacity/report'
import { dayRow, forecastRow } from './rows'

const ASKED = { park: 'ingolstadt', from: '2026-08-24', to: '2026-11-21' }
const mixRow = (kwh: number, plan: string, taken: number): MixRow => ({
  package: kwh,
  plan,
  taken,
  taken_share: null,
  taken_kwh: taken * kwh,
  contracted: 0,
  contracted_kwh: 0,
  new: 0,
  new_share: null,
})

test('the field has a cell for every spot, sorted by state', () => {
  const day = dayRow('2026-11-20', { active: 1, contracted: 2, reserved: 3, blocked: 1 })
  expect(runsOf(day)).toEqual([
    { state: 'active', first: 1, last: 1 },
    { state: 'contracted', first: 2, last: 3 },
    { state: 'reserved', first: 4, last: 6 },
    { state: 'free', first: 7, last: 9 },
    { state: 'blocked', first: 10, last: 10 },
  ])
  expect(dayWords(day)).toBe(
    '20.11.2026: 7 von 10 belegt: 6 reserviert, 1 gesperrt; davon 1 aktiv, 2 unter Vertrag, 3 noch nicht eingeladen',
  )
  expect(dayWords(day, 2)).toContain('9 von 10 belegt: 6 reserviert, 2 gehalten, 1 gesperrt;')
})

test('a spot that waits for an answer is not free', () => {
  const day = dayRow('2026-11-20', { reserved: 3, blocked: 1 })
  expect(runsOf(day, 2)).toEqual([
    { state: 'reserved', first: 1, last: 3 },
    { state: HELD, first: 4, last: 5 },
    { state: 'free', first: 6, last: 9 },
    { state: 'blocked', first: 10, last: 10 },
  ])
})

test('an overbooked park has no free cell', () => {
  const day = dayRow('2026-11-20', { reserved: 12 })
  expect(runsOf(day)).toEqual([{ state: 'reserved', first: 1, last: 12 }])
})

test('when a park is full is said in few words', () => {
  expect(fullWords(forecastRow())).toEqual(['15.12.2026', 'zwischen 12.11.2026 und 06.03.2027'])
  expect(fullWords(forecastRow({ late_day: null }))[1]).toBe('frühestens 12.11.2026')
  expect(fullWords(forecastRow({ full_since: '2026-10-30' }))).toEqual(['voll', 'seit 30.10.2026'])
  expect(fullWords(forecastRow({ early_day: null, likely_day: null, late_day: null }))).toEqual([
    'nicht absehbar',
    '119 noch frei',
  ])
  expect(fullWords(forecastRow({ net_per_week: null }))[1]).toContain('zu früh')
  expect(fullWords(forecastRow({ full_at: 0 }))[1]).toBe('keine Plätze')
  expect(fullWords(undefined)[0]).toBe('–')
})

const filterOf = (path: string | null) =>
  JSON.parse(new URLSearchParams(path?.split('?')[1]).get('filter') ?? 'null')

test('numbers lead to the reservations behind them', () => {
  const day = dayRow('2026-11-20')
  expect(filterOf(dayLinks(ASKED)('new', day))).toEqual({
    park: 'ingolstadt',
    created_from: '2026-11-20',
    created_to: '2026-11-20',
  })
  expect(dayLinks(ASKED)('taken', day)).toBeNull()
  expect(filterOf(mixLinks(ASKED)('new', mixRow(2000, '24m', 1)))).toEqual({
    park: 'ingolstadt',
    created_from: '2026-08-24',
    created_to: '2026-11-21',
    annual_kwh: [2000],
    payment_plan: '24m',
  })
  const november = { month: '2026-11-01' } as MonthRow
  expect(filterOf(monthLinks(ASKED)('reservations', november)).created_to).toBe('2026-11-21')
  expect(lastOfMonth('2028-02-01')).toBe('2028-02-29')
  expect(lastOfMonth('2026-12-01')).toBe('2026-12-31')
})
