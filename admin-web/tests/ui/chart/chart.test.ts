import { describe, expect, test } from 'vitest'
import { axisWords, type ChartDocument, dataOf, legendOf, ticksOf } from '@/ui/chart/chart'
import { bars } from '../../features/reports/reports'

const lines = (...given: [look: string, values: (number | null)[]][]) =>
  given.map(([look, values]) => ({ label: look, look, values })) as ChartDocument['lines']

describe('ticks', () => {
  test('reach over the sum of what is stacked, and over every other value', () => {
    const stacked = lines(['solid', [20, 3]], ['open', [20, 4]])
    expect(ticksOf(bars({ lines: stacked }))).toEqual([0, 10, 20, 30, 40])
    expect(ticksOf(bars({ lines: [...stacked, ...lines(['mark', [70, null]])] })).at(-1)).toBe(80)
  })

  test.each(['count', 'cents', 'share_ppm', 'ppm', 'kwh'])('of %s never read alike', (measure) => {
    for (const largest of [0, 1, 2, 100, 12_345, 987_654_321]) {
      const words = ticksOf(bars({ measure, lines: lines(['solid', [largest, 0]]) })).map((tick) =>
        axisWords(measure, tick),
      )
      expect(new Set(words).size).toBe(words.length)
      expect(words.length).toBeGreaterThan(1)
    }
  })

  test('are money at a glance', () => {
    expect(axisWords('cents', 12_346)).toBe('12.346\u00a0€')
    expect(axisWords('cents', 1_250_000)).toBe('1,25\u00a0Mio.\u00a0€')
  })
})

test('values are in units that people read; a range without an end reaches the edge', () => {
  const chart = bars({
    kind: 'ranges',
    measure: 'cents',
    lines: lines(['low', [100, 200]], ['high', [400, null]], ['mark', [300, null]]),
  })
  const end = ticksOf(chart).at(-1)
  expect(dataOf(chart).map(({ band, values }) => [band, values[2]])).toEqual([
    [[1, 4], 3],
    [[2, end], null],
  ])
})

test('the legend of areas has their last values, and names a band once', () => {
  const chart = bars({
    kind: 'areas',
    lines: lines(
      ['solid', [1, 5]],
      ['second', [2, 4]],
      ['line', [9, 9]],
      ['low', [null, 1]],
      ['high', [null, 3]],
    ),
  })
  expect(legendOf(chart, String).map(({ label, value }) => `${label} ${value}`.trim())).toEqual([
    'solid 5',
    'second 4',
    'line 9',
    'acht von zehn möglichen Verläufen',
  ])
})
