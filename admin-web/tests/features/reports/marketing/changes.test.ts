import { expect, test } from 'vitest'
import type { TableDocument } from '@/features/reports/frame/document'
import { readParameters } from '@/features/reports/frame/parameters/parameters'
import {
  bridgeOf,
  type CauseRow,
  type OriginRow,
  originsOf,
  reservationsOf,
  silentColumns,
  type Totals,
} from '@/features/reports/marketing/changes/changes'
import { whyPath } from '@/features/reports/marketing/changes/whyPath'

const totals = { measure: 'reservations', amount: 10, amount_before: 13, difference: -3 } as Totals

function tableOf<R extends CauseRow | OriginRow>(rows: R[], kinds: Record<string, string>) {
  const columns = Object.entries(kinds).map(([name, kind]) => ({
    name,
    kind,
    label: name,
    meaning: '',
    ripe_on: null,
  }))
  return {
    title: 'Titel',
    sentence: '',
    total_rows: rows.length,
    columns,
    rows,
  } as unknown as TableDocument<R>
}

const causes = tableOf<CauseRow>(
  [
    { cause: 'volume', place: 1, effect_ppm: -3_703_599 },
    { cause: 'mix', place: 2, effect_ppm: 1_242_993 },
    { cause: 'rate', place: 3, effect_ppm: 460_606 },
    { cause: 'each', place: 4, effect_ppm: 0 },
    { cause: 'unvisited', place: 5, effect_ppm: -1_000_000 },
  ],
  { effect_ppm: 'ppm' },
)

const origin = (value: string, figures: Partial<OriginRow>): OriginRow =>
  ({
    value,
    is_unvisited: false,
    difference: 0,
    volume_ppm: 0,
    mix_ppm: 0,
    rate_ppm: 0,
    each_ppm: 0,
    unvisited_ppm: 0,
    ripeness_ppm: 0,
    ...figures,
  }) as OriginRow

const origins = tableOf<OriginRow>(
  [
    origin('facebook', {
      difference: -4,
      volume_ppm: -1_370_265,
      mix_ppm: -1_951_515,
      rate_ppm: -678_220,
    }),
    origin('', { difference: 1, volume_ppm: 1_000_000 }),
    origin('radio', {}),
  ],
  { difference: 'count' },
)

test('each cause begins where the one before ends, and the last ends at the period', () => {
  const steps = bridgeOf(totals, causes)
  expect(steps.map(({ name }) => name)).toEqual([
    'Im Vergleichszeitraum',
    'Zahl der Besuche',
    'Mischung der Herkünfte',
    'Reservierungen je Besuch',
    'Ohne bekannten Besuch',
    'Im Zeitraum',
  ])
  for (const [index, step] of steps.slice(1, -1).entries())
    expect(step.from).toBeCloseTo(steps[index]?.to ?? Number.NaN, 9)
  expect(steps.at(-2)?.to).toBeCloseTo(10, 9)
  expect(steps.map(({ words }) => words)).toEqual(['13', '−3,70', '+1,24', '+0,46', '−1,00', '10'])
})

test('an origin is told by its difference and its two largest parts; one that does not differ is not drawn', () => {
  expect(originsOf(origins, 'text')).toMatchObject([
    { name: 'facebook', difference: -4, words: '−4', parts: 'Mischung −1,95, Menge −1,37' },
    { name: 'ohne Angabe', difference: 1, words: '+1', parts: 'Menge +1,00' },
  ])
})

test('columns that are 0 everywhere are left out', () => {
  expect(silentColumns(origins)).toEqual([
    'is_unvisited',
    'reservations',
    'each_ppm',
    'unvisited_ppm',
    'ripeness_ppm',
  ])
})

const SPEC = { period: true, comparison: true, standardComparison: 'previous' } as const

test('without a word in the address the period before is compared', () => {
  expect(readParameters(new URLSearchParams(), SPEC).compare).toBe('previous')
  expect(readParameters(new URLSearchParams('compare=none'), SPEC).compare).toBe('none')
})

test('rows lead to their reservations, and those without a visit to reservations without a page', () => {
  const parameters = readParameters(new URLSearchParams('from=2026-07-01&to=2026-09-30'), SPEC)
  expect(reservationsOf(parameters, 'contracted', 'utm_source', { value: 'facebook' })).toBe(
    '/reports/reservations?outcome=contracted&from=2026-07-01&to=2026-09-30&only_utm_source=facebook',
  )
  expect(
    reservationsOf(parameters, 'kwh', 'utm_source', { value: 'x', is_unvisited: true }),
  ).toContain('only_channel=direct&only_landing_path=')
})

test('„Warum?“ keeps both periods and the field', () => {
  const search = 'from=2026-07-01&to=2026-09-30&compare=year&only_utm_medium=email'
  const parameters = readParameters(new URLSearchParams(search), { comparison: true })
  expect(whyPath(parameters, 'utm_source')).toBe(`/reports/changes?field=utm_source&${search}`)
  expect(whyPath(parameters, 'channel_group')).toBe(`/reports/changes?${search}`)
})
