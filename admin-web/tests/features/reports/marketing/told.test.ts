import { expect, test } from 'vitest'
import {
  type AnswerRow,
  matrixOf,
  rangesOf,
  unitWords,
} from '@/features/reports/marketing/told/told'

const answer = (told: string, answers: number, changes: Partial<AnswerRow> = {}): AnswerRow => ({
  told,
  answers,
  is_decoy: false,
  share_ppm: 100_000,
  corrected_ppm: 95_000,
  corrected_low_ppm: 51_000,
  corrected_high_ppm: 156_000,
  ...changes,
})

const crossing = (told: string, measured: string, answers: number) => ({
  told,
  measured,
  answers,
  told_ppm: 0,
  measured_ppm: 0,
})

test('the most frequent origins are columns, in the order of the answers, and the rest one more', () => {
  const origins = Array.from({ length: 9 }, (_, number) => `origin-${number}`)
  const crossings = [
    ...origins.map((name, number) => crossing('Podcast', name, 20 - number)),
    crossing('Podcast', 'Weitere Herkünfte', 300),
    crossing('Radiowerbung', 'origin-0', 2),
  ]
  const rows = [answer('Radiowerbung', 2, { is_decoy: true }), answer('Podcast', 444)]
  const { columns, rows: shown, unit } = matrixOf(rows, crossings)
  expect(columns.map(({ name }) => name)).toEqual([...origins.slice(0, 7), 'Weitere Herkünfte'])
  expect(columns[0]?.total).toBe(22)
  expect(columns[7]?.total).toBe(13 + 12 + 300)
  expect(shown.map(({ told, isDecoy, counts }) => [told, isDecoy, counts[0], counts[7]])).toEqual([
    ['Radiowerbung', true, 2, 0],
    ['Podcast', false, 20, 325],
  ])
  expect(unit).toBe(10)
  expect(unitWords(unit)).toBe('Eine Zelle sind 10 Haushalte.')
})

test('few households are a cell each, and no origin is left over where none is', () => {
  const { columns, unit } = matrixOf([answer('Podcast', 3)], [crossing('Podcast', 'Direkt', 3)])
  expect(columns).toEqual([{ name: 'Direkt', total: 3 }])
  expect(unitWords(unit)).toBe('Eine Zelle ist ein Haushalt.')
})

test('only answers of which something can be said have a range', () => {
  const unknown = { corrected_ppm: null, corrected_low_ppm: null, corrected_high_ppm: null }
  const rows = [
    answer('Podcast', 1),
    answer('Weiß ich nicht mehr', 9, { share_ppm: null, ...unknown }),
    answer('Radiowerbung', 3, { is_decoy: true, ...unknown }),
  ]
  const [range, ...rest] = rangesOf(rows)
  expect(rest).toEqual([])
  expect(range?.countWords).toBe('ein Haushalt')
  expect(range?.words.replaceAll('\u00a0', ' ')).toBe('9,5 %, zwischen 5,1 % und 15,6 %')
})
