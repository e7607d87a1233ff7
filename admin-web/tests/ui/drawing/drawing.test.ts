import { expect, test } from 'vitest'
import {
  bucketed,
  bucketName,
  bucketWords,
  daysEach,
  unfinishedWords,
} from '@/features/reports/frame/drawing/buckets'
import { filtersOf, isSameChoice, segmentFilters } from '@/features/reports/frame/filters/segments'
import { fileName } from '@/features/reports/frame/picture'
import { nextOrder, sortedRows } from '@/features/reports/frame/tables/sorting'
import { cellCounts } from '@/ui/drawing/CellStrip'
import { bandPath, linePath, stepPath } from '@/ui/drawing/lines'
import { labelEvery, linear, roundTicks } from '@/ui/drawing/scale'

test('a long period is drawn in whole weeks, whose sums lose nothing', () => {
  const rows = [
    { day: '2026-09-01', visitors: 3, cost: 10 },
    { day: '2026-09-07', visitors: 4, cost: 5 },
    { day: '2026-09-08', visitors: 5, cost: null },
  ]
  const columns = bucketed(
    rows,
    { from: '2026-09-01', to: '2026-09-30' },
    ['visitors', 'cost'],
    20,
    '2026-10-01',
  )
  expect(columns.map(({ day, last }) => [day, last])).toEqual([
    ['2026-09-01', '2026-09-07'],
    ['2026-09-08', '2026-09-14'],
    ['2026-09-15', '2026-09-21'],
    ['2026-09-22', '2026-09-28'],
    ['2026-09-29', '2026-09-30'],
  ])
  expect(columns[0]?.sums).toEqual({ visitors: 7, cost: 15 })
  expect(columns[1]?.sums).toEqual({ visitors: 5, cost: null })
  expect(columns[2]?.sums).toEqual({ visitors: 0, cost: 0 })
  expect(daysEach(columns)).toBe(7)
  expect(bucketWords(columns)).toBe('Eine Spalte sind sieben Tage.')
  expect(columns[0] && bucketName(columns[0])).toBe('01.09.2026 bis 07.09.2026')
})

test('columns that today or the end of the period cuts are marked with the reason', () => {
  const period = { from: '2026-09-01', to: '2026-09-16' }
  const marks = (today: string, most: number) =>
    bucketed([], period, [], most, today).map(({ unfinished }) => unfinished)
  expect(marks('2026-09-30', 5)).toEqual(['', '', 'nur 2 Tage'])
  expect(marks('2026-09-16', 5)).toEqual(['', '', 'läuft noch'])
  expect(marks('2026-09-16', 20).filter(Boolean)).toEqual(['läuft noch'])
  expect(unfinishedWords(bucketed([], period, [], 20, '2026-09-16'))).toBe(
    'Gestrichelt: 16.09.2026 läuft noch.',
  )
  expect(unfinishedWords(bucketed([], period, [], 20, '2026-09-17'))).toBe('')
})

test('ten years are at most as many columns as can be told apart', () => {
  expect(
    bucketed([], { from: '2016-01-01', to: '2026-01-01' }, [], 92, '2026-01-02').length,
  ).toBeLessThan(93)
})

test('cells of a strip fill it, and what there is at all is seen', () => {
  expect(cellCounts([3298, 3718, 4089])).toEqual([15, 17, 18])
  expect(cellCounts([9999, 1])).toEqual([49, 1])
  expect(cellCounts([1, 9998, 1])).toEqual([1, 48, 1])
  expect(cellCounts([5, 0])).toEqual([50, 0])
  expect(cellCounts([0, 0])).toEqual([0, 0])
})

test('what is not known leaves a gap in a line', () => {
  const points = [
    [0, 1],
    [10, null],
    [20, 3],
    [30, 4],
  ] as const
  expect(linePath(points)).toBe('M0 1M20 3L30 4')
  expect(stepPath(points, 5)).toBe('M0 1h5M20 3h5L30 4h5')
  expect(bandPath([[0, 5, 1]])).toBe('M0 1L0 5z')
  expect(bandPath([])).toBe('')
})

test('scales and ticks are round', () => {
  expect(linear([0, 10], [100, 0])(5)).toBe(50)
  expect(linear([3, 3], [7, 9])(3)).toBe(7)
  expect(roundTicks(0, 33)).toEqual([0, 10, 20, 30, 40])
  expect(roundTicks(0, 1, 2)).toEqual([0, 0.5, 1])
  expect(labelEvery(90, 950, 52)).toBe(5)
})

test('rows are sorted as Germans count, unknown ones last in both directions', () => {
  const rows = [{ name: 'Ä 10' }, { name: null }, { name: 'B' }, { name: 'Ä 9' }]
  const names = (isDescending: boolean) =>
    sortedRows(rows, { column: 'name', isDescending }).map(({ name }) => name)
  expect(names(false)).toEqual(['Ä 9', 'Ä 10', 'B', null])
  expect(names(true)).toEqual(['B', 'Ä 10', 'Ä 9', null])
  expect(nextOrder(null, 'cost', true)).toEqual({ column: 'cost', isDescending: true })
  expect(nextOrder({ column: 'cost', isDescending: true }, 'cost', true).isDescending).toBe(false)
  expect(nextOrder(null, 'day', false).isDescending).toBe(false)
})

test('a segment is its filters, whatever their order', () => {
  const filters = { utm_source: ['google', 'bing'], landing_path: [''] }
  expect(filtersOf({ filters: segmentFilters(filters) as Record<string, string[]> })).toEqual(
    filters,
  )
  expect(isSameChoice(filters, { landing_path: [''], utm_source: ['bing', 'google'] })).toBe(true)
  expect(isSameChoice(filters, { utm_source: ['bing', 'google'] })).toBe(false)
})

test('files of pictures have plain names', () => {
  expect(fileName('Größte Überraschung: Nach Tagen', 'svg')).toBe(
    'voltigo-groesste-ueberraschung-nach-tagen.svg',
  )
})
