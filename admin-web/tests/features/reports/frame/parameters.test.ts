import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { comparedPeriod, comparedSentence } from '@/features/reports/frame/parameters/comparison'
import { filterBy, reservationsBehind } from '@/features/reports/frame/parameters/drill'
import {
  addressQuery,
  type ParameterSpec,
  readParameters,
  reportQuery,
  sharedQuery,
  withFilter,
} from '@/features/reports/frame/parameters/parameters'
import { periodOf, periodWords, presetOf } from '@/features/reports/frame/parameters/periods'

const TODAY = '2026-11-21'
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

const SPEC: ParameterSpec = {
  period: true,
  comparison: true,
  bots: true,
  filters: true,
  own: { field: 'utm_source', rates: ['5', '6'] },
}
const read = (query: string) => readParameters(new URLSearchParams(query), SPEC, TODAY)

test('an address without a word means the last 90 days without comparison', () => {
  expect(read('')).toEqual({
    from: '2026-08-24',
    to: TODAY,
    compare: 'none',
    compared: null,
    with_bots: false,
    filters: {},
    own: { field: 'utm_source', rates: ['5', '6'] },
  })
})

test('address and parameters say the same', () => {
  const query =
    'from=2026-01-01&to=2026-02-01&compare=year&with_bots=true&field=channel&rates=7' +
    '&only_utm_source=google&only_utm_source=bing&only_landing_path='
  expect(addressQuery(read(query), SPEC, TODAY)).toBe(query)
  expect(read(query).filters).toEqual({ utm_source: ['google', 'bing'], landing_path: [''] })
})

test('a period of comparison chosen freely is kept and asked, and nothing of it otherwise', () => {
  const query = 'compare=own&compare_from=2026-01-01&compare_to=2026-01-31'
  expect(addressQuery(read(query), SPEC, TODAY)).toBe(query)
  expect(reportQuery(read(query), SPEC)).toContain(query)
  expect(reportQuery(read(query.replace('own', 'previous')), SPEC)).not.toContain('compare_from')
})

test('the last quarter is a whole one, across the year too', () => {
  expect(periodOf('last_quarter', TODAY)).toEqual({ from: '2026-07-01', to: '2026-09-30' })
  expect(periodOf('last_quarter', '2026-01-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(presetOf({ from: '2026-07-01', to: '2026-09-30' }, TODAY)).toBe('last_quarter')
})

test.each([
  ['last_year', '2026-03-01', '2025-01-01', '2025-12-31'],
  ['quarter_to_date', '2026-12-31', '2026-10-01', '2026-12-31'],
  ['last_week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['last_week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['last_12_months', '2028-02-29', '2027-02-01', '2028-01-31'],
  ['last_30_days', '2026-11-21', '2026-10-22', '2026-11-20'],
  ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
  expect(periodOf(preset, today)).toEqual({ from, to })
})

test.each([
  ['2026-07-01', '2026-09-30', 'previous', '2026-04-01', '2026-06-30', ', dem Quartal davor.'],
  ['2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28', ', dem Monat davor.'],
  ['2025-01-01', '2025-12-31', 'year', '2024-01-01', '2024-12-31', ', dem Jahr davor.'],
  ['2026-02-01', '2026-02-28', 'year', '2025-02-01', '2025-02-28', ', dem Monat ein Jahr früher.'],
  [
    '2026-10-01',
    '2026-10-31',
    'weekdays',
    '2026-08-27',
    '2026-09-26',
    ': 5 Wochen früher, also dieselben Wochentage.',
  ],
  [
    '2026-11-09',
    '2026-11-15',
    'previous',
    '2026-11-02',
    '2026-11-08',
    ': eine Woche früher, also dieselben Wochentage.',
  ],
] as const)(
  '%s to %s compared by %s is told with its reason',
  (from, to, compare, first, last, reason) => {
    const compared = comparedPeriod({ from, to }, compare)
    expect(compared).toEqual({ from: first, to: last })
    expect(comparedSentence({ from, to }, compared)).toBe(`${periodWords(compared)}${reason}`)
  },
)

test('two periods of different length say so', () => {
  const [october, september] = [
    { from: '2026-10-01', to: '2026-10-31' },
    { from: '2026-09-02', to: '2026-09-30' },
  ]
  expect(comparedSentence(october, september)).toContain(', 29 Tage gegen 31 Tage.')
})

test('what is as usual is left out of the address, but the server is told', () => {
  expect(addressQuery(read(''), SPEC, TODAY)).toBe('')
  expect(reportQuery(read(''), SPEC)).toBe(
    'from=2026-08-24&to=2026-11-21&compare=none&with_bots=false&field=utm_source&rates=5&rates=6',
  )
})

test('the server is asked only what the report takes', () => {
  expect(reportQuery(read('only_utm_source=google'), {})).toBe('')
})

test('wrong values go to the server, which says what is wrong', () => {
  expect(reportQuery(read('from=2026-12-01&to=x'), { period: true })).toBe('from=2026-12-01&to=x')
})

test('another report is asked with the same period and filters', () => {
  const query = 'from=2026-01-01&to=2026-02-01&field=channel&only_channel=direct'
  expect(sharedQuery(read(query), TODAY)).toBe('from=2026-01-01&to=2026-02-01&only_channel=direct')
})

test('a filter without values is gone', () => {
  expect(withFilter({ channel: ['direct'] }, 'channel', [])).toEqual({})
  expect(withFilter({}, 'channel', ['direct'])).toEqual({ channel: ['direct'] })
})

test('a number leads to its reservations with the same filters and one more', () => {
  const parameters = read('from=2026-01-01&to=2026-02-01&compare=year&only_channel=direct')
  expect(reservationsBehind(parameters, filterBy('utm_source', 'google'))).toBe(
    '/reports/reservations?from=2026-01-01&to=2026-02-01&only_channel=direct&only_utm_source=google',
  )
  expect(reservationsBehind(read(''), {}, 'contracted')).toBe(
    '/reports/reservations?outcome=contracted',
  )
  const lookingBack = (days: string) => ({ ...read(''), own: { look_back_days: days } })
  expect(reservationsBehind(read(''), {}, 'any', { path: 'google → direkt' })).toBe(
    '/reports/reservations?path=google+%E2%86%92+direkt',
  )
  expect(reservationsBehind(lookingBack('7'))).toBe('/reports/reservations?look_back_days=7')
  expect(reservationsBehind(lookingBack('30'))).toBe('/reports/reservations')
  expect(filterBy('day', '2026-01-01')).toEqual({})
})

test.each([
  ['7', '2026-11-15', '2026-11-21'],
  ['30', '2026-10-23', '2026-11-21'],
  ['90', '2026-08-24', '2026-11-21'],
  ['month_to_date', '2026-11-01', '2026-11-21'],
  ['last_month', '2026-10-01', '2026-10-31'],
  ['year_to_date', '2026-01-01', '2026-11-21'],
] as const)('%s is %s to %s', (preset, from, to) => {
  expect(periodOf(preset, TODAY)).toEqual({ from, to })
  expect(presetOf({ from, to }, TODAY)).toBe(preset)
})

test('last month knows February and the turn of the year', () => {
  expect(periodOf('last_month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(periodOf('last_month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(presetOf({ from: '2026-11-02', to: TODAY }, TODAY)).toBeNull()
  expect(periodWords({ from: TODAY, to: TODAY })).toBe('21.11.2026')
})
