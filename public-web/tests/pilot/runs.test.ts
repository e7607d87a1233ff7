import { describe, expect, test } from 'vitest'
import { type Grid, runsPath } from '@/lib/cells'
import { gapsBetween, inBlock } from '@/lib/runs'

describe('the free places are what the taken ones leave', () => {
  test.each([
    [[], [[1, 500]]],
    [[[1, 500]], []],
    [[[1, 216]], [[217, 500]]],
    [
      [
        [1, 216],
        [218, 219],
      ],
      [
        [217, 217],
        [220, 500],
      ],
    ],
    [
      [
        [7, 7],
        [500, 500],
      ],
      [
        [1, 6],
        [8, 499],
      ],
    ],
  ] as const)('%j leaves %j', (taken, free) => {
    expect(gapsBetween(taken, 500)).toEqual(free)
  })
})

describe('a block counts its places from 1', () => {
  const runs = [
    [1, 3],
    [249, 251],
    [500, 500],
  ] as const

  test.each([
    [
      0,
      [
        [1, 3],
        [249, 250],
      ],
    ],
    [
      1,
      [
        [1, 1],
        [250, 250],
      ],
    ],
  ])('block %i', (block, expected) => {
    expect(inBlock(runs, block, 250)).toEqual(expected)
  })
})

describe('a run is drawn row by row', () => {
  const grid: Grid = { columns: 5, x: 10, y: 20, width: 8, height: 6, stepX: 10, stepY: 9 }

  test.each([
    [[[2, 3]], 'M20 20h19v8h-19z'],
    [[[4, 7]], 'M40 20h19v8h-19zM10 29h19v8h-19z'],
    [[[6, 5]], ''],
    [[], ''],
  ] as const)('%j', (runs, path) => {
    expect(runsPath(grid, runs)).toBe(path)
  })
})
