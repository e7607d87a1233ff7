import { describe, expect, test } from 'vitest'
import { parseAmount } from '@/lib/germanAmount'
import { formatCent, formatEuro, formatKwh, formatRate, formatShortEuro } from '@/lib/germanNumbers'

describe('amounts as people write them', () => {
  test.each([
    ['85', 85],
    ['85,5', 85.5],
    ['85,50', 85.5],
    ['1.200', 1200],
    ['1.200,50', 1200.5],
    ['1.234.567', 1234567],
    ['85.50', 85.5],
    ['  85,50 € ', 85.5],
    ['85 Euro', 85],
    ['0', 0],
  ])('„%s“ is %d', (text, value) => {
    expect(parseAmount(text)).toEqual({ value, readable: true })
  })

  test.each(['', 'achtzig', '-5', '85,505', '1.20,5', '12.00.000', '1,200.50', '8e3', '∞'])(
    '„%s“ cannot be read and counts as 0',
    (text) => {
      expect(parseAmount(text)).toEqual({ value: 0, readable: false })
    },
  )
})

test('figures are written the German way, with a space that does not break', () => {
  expect(formatEuro(137_700)).toBe('1.377,00\u00a0€')
  expect(formatShortEuro(129_900)).toBe('1.299\u00a0€')
  expect(formatShortEuro(833)).toBe('8,33\u00a0€')
  expect(formatKwh(2000)).toBe('2.000\u00a0kWh')
  expect(formatCent(55)).toBe('5,5\u00a0Cent')
  expect(formatCent(50)).toBe('5\u00a0Cent')
  expect(formatRate(581)).toBe('5,81\u00a0%')
})
