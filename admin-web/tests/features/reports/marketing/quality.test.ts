import { expect, test } from 'vitest'
import {
  addressQuery,
  readParameters,
  reportQuery,
} from '@/features/reports/frame/parameters/parameters'
import {
  ageWords,
  type CampaignRow,
  type CohortRow,
  cohortsOf,
  columnsOf,
  groundWords,
  outcomeRange,
  rangeOf,
  verdictWords,
} from '@/features/reports/marketing/quality/quality'
import { hatchPath } from '@/ui/drawing/hatch'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const campaign = (changes: Partial<CampaignRow>) =>
  ({
    verdict: 'beurteilbar',
    reservations: 20,
    ripe: 14,
    ripe_days: 42,
    contracted_share: 571_429,
    ...changes,
  }) as CampaignRow

// Wilson's interval for 8 of 14 as in any table of it: 0.326 to 0.786.
test.each([
  [571_429, 14, '57 %, wohl 33 bis 79 %'],
  [0, 20, '0 %, wohl 0 bis 16 %'],
  [1_000_000, 10, '100 %, wohl 72 bis 100 %'],
  [500_000, 10_000, '50 %, wohl 49 bis 51 %'],
])('%i millionths of %i are told with the range they are likely in', (share, whole, words) =>
  expect(plain(rangeOf(share, whole).words)).toBe(words),
)

test('the true share lies within the range it is drawn with', () => {
  const { low, share, high } = rangeOf(100_000, 12)
  expect(low).toBeLessThan(share)
  expect(share).toBeLessThan(high)
  expect(low).toBeGreaterThanOrEqual(0)
})

test('what is too young or too few is not judged, and says why', () => {
  const young = campaign({ verdict: 'zu jung', reservations: 13, ripe: 8, contracted_share: null })
  expect(outcomeRange(young, 'contracted')).toBeNull()
  expect(verdictWords(young)).toBe('zu jung: erst 8 von 13 sind 42 Tage alt')
  expect(groundWords(young)).toBe('13 Reservierungen, 8 alt genug')
  expect(verdictWords(campaign({ verdict: 'zu wenige', reservations: 1 }))).toBe(
    'zu wenige: eine Reservierung',
  )
})

test.each([
  [null, ''],
  [-3, 'noch nicht begonnen'],
  [0, 'seit heute'],
  [1, 'seit gestern'],
  [20, 'seit 20 Tagen'],
  [90, 'seit 12 Wochen'],
  [361, 'seit 11 Monaten'],
  [800, 'seit 2 Jahren'],
])('a campaign begun %s days ago runs "%s"', (days, words) => expect(ageWords(days)).toBe(words))

const cohort = (week: string, weeks_since: number, reservations: number, contracted: number) =>
  ({
    week,
    weeks_since,
    reservations,
    contracted,
    contracted_share: Math.round((contracted * 1_000_000) / reservations),
  }) as CohortRow

test('later weeks have fewer cells, and few reservations are told by their number', () => {
  const cohorts = cohortsOf(
    [cohort('2026-08-24', 0, 9, 0), cohort('2026-08-24', 4, 9, 6), cohort('2026-08-31', 0, 20, 9)],
    'contracted',
  )
  expect(cohorts.map(({ week }) => week)).toEqual(['2026-08-24', '2026-08-31'])
  expect(cohorts[0]?.cells.get(4)?.words).toBe('6')
  expect(plain(cohorts[1]?.cells.get(0)?.words ?? '')).toBe('45 %')
  expect(cohorts[1]?.cells.has(4)).toBe(false)
})

test('where not all weeks fit, the first and the last stay', () => {
  const rows = [0, 1, 2, 4, 6, 8, 10].map((weeks) => cohort('2026-08-24', weeks, 20, 1))
  const cohorts = cohortsOf(rows, 'contracted')
  expect(columnsOf(cohorts, 7)).toEqual([0, 1, 2, 4, 6, 8, 10])
  expect(columnsOf(cohorts, 4)).toEqual([0, 2, 6, 10])
  expect(columnsOf([], 4)).toEqual([])
})

test('hatching stays within its rectangle', () => {
  const places = hatchPath(10, 20, 30, 12).match(/[\d.]+ [\d.]+/g) ?? []
  expect(places.length).toBeGreaterThan(4)
  for (const [x = 0, y = 0] of places.map((place) => place.split(' ').map(Number))) {
    expect(x).toBeGreaterThanOrEqual(10)
    expect(x).toBeLessThanOrEqual(40)
    expect(y).toBeGreaterThanOrEqual(20)
    expect(y).toBeLessThanOrEqual(32)
  }
})

test('a choice for the picture alone is in the address, and the server is not asked for it', () => {
  const takes = { period: true, shown: { outcome: 'contracted' } }
  const read = readParameters(new URLSearchParams('outcome=cancelled'), takes, '2026-11-21')
  expect(read.own).toEqual({ outcome: 'cancelled' })
  expect(addressQuery(read, takes, '2026-11-21')).toBe('outcome=cancelled')
  expect(reportQuery(read, takes)).toBe('from=2026-08-24&to=2026-11-21')
})
