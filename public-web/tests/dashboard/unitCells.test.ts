import { describe, expect, test } from 'vitest'
import { sample, sampleFigures } from '@/features/dashboard/sample'
import { barPath, unitCells } from '@/features/dashboard/unitCells'

const GRID = { columns: 3, x: 0, y: 0, width: 8, height: 5, stepX: 10, stepY: 7 }

describe('an amount counted out in cells', () => {
  test.each([
    [0, ''],
    [10, 'M0 0h8v5h-8z'],
    [15, 'M0 0h8v5h-8zM10 0h4v5h-4z'],
    [40, 'M0 0h8v5h-8zM10 0h8v5h-8zM20 0h8v5h-8zM0 7h8v5h-8z'],
  ])('%i in cells of ten', (amount, path) => {
    expect(unitCells(GRID, amount, 10)).toBe(path)
  })
})

describe('a bar of cells', () => {
  const bar = { x: 1, bottom: 100, width: 20, gap: 2 }

  test('stands on its lower edge, the last cell as high as what is left', () => {
    expect(barPath({ ...bar, height: 25, count: 2.5 })).toBe(
      'M1 100h20v-8h-20zM1 90h20v-8h-20zM1 80h20v-3h-20z',
    )
  })

  test('a rest thinner than the gap draws nothing', () => {
    expect(barPath({ ...bar, height: 21, count: 2.1 }).match(/M/g)).toHaveLength(2)
  })
})

test('the sample is that of the specification, in German numbers', () => {
  expect(sample.months.map(({ energy }) => energy)).toEqual([78, 94, 102, 110, 106, 92])
  expect(sampleFigures.share).toEqual({
    amount: '3.150\u00a0€',
    yearlyReturn: '7,2\u00a0%',
    ofPark: '0,12\u00a0%',
    capacity: '1,74\u00a0kW',
    breakEven: '13,8\u00a0Jahre',
    saved: '214\u00a0€',
    monthlyKwh: '174\u00a0kWh',
    monthlyCredit: '48\u00a0€',
  })
  expect(sampleFigures.mobile.minusCredit).toBe('\u2212244\u00a0€')
})
