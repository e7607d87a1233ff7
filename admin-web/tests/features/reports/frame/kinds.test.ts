import { expect, test } from 'vitest'
import { changeOf } from '@/features/reports/frame/tables/changes'
import { formatCell, isMeasure, rounded } from '@/features/reports/frame/tables/kinds'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['count', 12345, '12.345'],
  ['ppm', 12_350_000, '12,35'],
  ['ppm', 333_334, '0,33'],
  ['ppm', 5_000, '0,01'],
  ['ppm', 4_999, '0'],
  ['ppm', 18_000_000, '18'],
  ['share_ppm', 34_000, '3,4 %'],
  ['share_ppm', 1_000_000, '100,0 %'],
  ['share_ppm', 500, '0,1 %'],
  ['cents', 129_900, '1.299,00 €'],
  ['cents', -50, '-0,50 €'],
  ['kwh', 2000, '2.000 kWh'],
  ['kwh_ppm', 1_234_567_890, '1.234,57 kWh'],
  ['cents_ppm', 12_345_678_900_000, '123.456,79 €'],
  ['milli_ct', 5_000, '5,000 ct'],
  ['milli_ct', 5_125, '5,125 ct'],
  ['tenths', 135, '13,5'],
  ['day', '2026-08-24', '24.08.2026'],
  ['month', '2026-11-01', 'November 2026'],
  ['moment', '2026-11-21T20:04:00Z', '21.11.2026, 21:04'],
  ['text', '', 'ohne Angabe'],
  ['text', 'google', 'google'],
  ['channel', 'direct', 'Direkt'],
  ['channel', '', 'ohne Angabe'],
  ['field', 'utm_source', 'Quelle'],
  ['model', 'last_non_direct', 'Letzte bekannte Herkunft'],
  ['state', 'contracted', 'Vertrag geschlossen'],
  ['package', 2000, 'Standard'],
  ['plan', '24m', '24 Raten'],
  ['flag', true, 'ja'],
  ['id', 17, '17'],
] as const)('%s %s is read as „%s“', (kind, value, words) => {
  expect(plain(formatCell(kind, value))).toBe(words)
})

test('what is not known is a dash, never 0', () => {
  expect(formatCell('count', null)).toBe('–')
  expect(formatCell('text', null)).toBe('–')
  expect(formatCell('cents', undefined)).toBe('–')
})

test('halves are rounded away from zero, on both sides', () => {
  expect(rounded(5, 10)).toBe(1)
  expect(rounded(-5, 10)).toBe(-1)
  expect(rounded(4, 10)).toBe(0)
  expect(Object.is(rounded(-4, 10), 0)).toBe(true)
})

test('names are no measures', () => {
  expect(isMeasure('share_ppm')).toBe(true)
  expect(isMeasure('day')).toBe(false)
})

test.each([
  ['count', 112, 100, 'up', '+12 %'],
  ['count', 88, 100, 'down', '−12 %'],
  ['count', 100, 100, 'same', 'unverändert'],
  ['count', 5, 0, 'up', 'vorher 0'],
  ['count', 0, 5, 'down', '−100 %'],
  ['count', 3, 1, 'few', 'zu wenige, vorher 1'],
  ['count', 0, 2, 'few', 'zu wenige, vorher 2'],
  ['count', 4, 3, 'up', '+33 %'],
  ['count', 1250, 100, 'up', '13-mal so viel'],
  ['cents', 1000, 0, 'up', 'vorher 0,00 €'],
  ['share_ppm', 42_000, 34_000, 'up', '+0,8 Punkte'],
  ['share_ppm', 24_000, 34_000, 'down', '−1 Punkt'],
  ['share_ppm', 34_400, 34_000, 'same', 'kaum verändert'],
  ['count', 1001, 1000, 'same', 'kaum verändert'],
] as const)('%s from %s to %s goes %s', (kind, value, before, direction, words) => {
  const change = changeOf(kind, value, before)
  expect(change?.direction).toBe(direction)
  expect(plain(change?.words ?? '')).toBe(words)
})

test('a change is told with what was before', () => {
  expect(plain(changeOf('count', 112, 100)?.spoken ?? '')).toBe('+12 %, mehr als vorher: 100')
  expect(changeOf('count', 112, null)).toBeNull()
  expect(changeOf('count', null, 100)).toBeNull()
})
