import { expect, test } from 'vitest'
import { filtersOf, isSameChoice, segmentFilters } from '@/features/reports/frame/filters/segments'
import { fileName } from '@/features/reports/frame/picture'
import { nextOrder, sortedRows } from '@/features/reports/frame/tables/sorting'
import { cellCounts } from '@/ui/drawing/CellStrip'
import { roundTicks } from '@/ui/drawing/scale'

test('cells of a strip fill it, and what there is at all is seen', () => {
  expect(cellCounts([3298, 3718, 4089])).toEqual([15, 17, 18])
  expect(cellCounts([9999, 1])).toEqual([49, 1])
  expect(cellCounts([1, 9998, 1])).toEqual([1, 48, 1])
  expect(cellCounts([5, 0])).toEqual([50, 0])
  expect(cellCounts([0, 0])).toEqual([0, 0])
})

test('ticks are round', () => {
  expect(roundTicks(0, 33)).toEqual([0, 10, 20, 30, 40])
  expect(roundTicks(0, 1, 2)).toEqual([0, 0.5, 1])
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
