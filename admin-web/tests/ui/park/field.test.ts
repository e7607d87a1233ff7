import { describe, expect, it } from 'vitest'
import { cornerOf, gridFor, moved, numberAt, sizeOf } from '@/ui/park/grid'
import { drawnField } from '@/ui/park/shapes'
import { picturedWords, type Run, type SpotCounts, stateAt } from '@/ui/park/spotStates'

const runs: Run[] = [
  { state: 'contracted', first: 1, last: 2 },
  { state: 'reserved', first: 3, last: 60 },
  { state: 'blocked', first: 61, last: 61 },
  { state: 'free', first: 62, last: 500 },
]
const none: SpotCounts = {
  contracted: 0,
  active: 0,
  invited: 0,
  reserved: 0,
  new: 0,
  undo: 0,
  offer: 0,
  blocked: 0,
  overbooked: 0,
  free: 0,
}

describe('the grid', () => {
  it('has 50 by 10 cells for 500 spots, and 25 by 20 on a narrow screen', () => {
    expect(gridFor(500, false)).toEqual({ count: 500, columns: 50, rows: 10 })
    expect(gridFor(500, true)).toEqual({ count: 500, columns: 25, rows: 20 })
    expect(sizeOf(gridFor(500, false))).toEqual({ width: 1000, height: 170 })
  })

  it('makes cells smaller in a park of thousands', () => {
    expect(gridFor(10_000, false)).toMatchObject({ columns: 100, rows: 100 })
  })

  it('finds every spot by the middle of its cell, also among 10,000', () => {
    for (const count of [1, 49, 500, 10_000]) {
      const grid = gridFor(count, false)
      for (let number = 1; number <= count; number++) {
        const { x, y } = cornerOf(number, grid)
        if (numberAt(x + 8, y + 6, grid) !== number) throw new Error(`${number} of ${count}`)
      }
    }
  })

  it('finds nothing beside the field and behind the last spot', () => {
    const grid = gridFor(52, false)
    expect(numberAt(-1, 5, grid)).toBeNull()
    expect(numberAt(1001, 5, grid)).toBeNull()
    expect(numberAt(45, 20, grid)).toBeNull()
    expect(numberAt(25, 20, grid)).toBe(52)
  })
})

describe('the keys', () => {
  const grid = gridFor(500, false)
  it.each([
    [1, 'ArrowRight', 2],
    [1, 'ArrowLeft', 1],
    [17, 'ArrowDown', 67],
    [17, 'ArrowUp', 17],
    [67, 'ArrowUp', 17],
    [490, 'ArrowDown', 490],
    [75, 'Home', 51],
    [75, 'End', 100],
    [17, 'PageDown', 267],
    [400, 'PageDown', 500],
    [500, 'ArrowRight', 500],
  ])('%i and %s lead to %i', (from, key, to) => {
    expect(moved(from, key, grid)).toBe(to)
  })

  it('leave other keys alone', () => {
    expect(moved(1, 'Tab', grid)).toBeNull()
  })
})

describe('the drawing', () => {
  it('is one path a layer and state, however many spots there are', () => {
    const drawn = drawnField(runs, gridFor(500, false))
    expect([...drawn.keys()]).toEqual(['contracted', 'reserved', 'blocked', 'free'])
    expect(drawn.get('contracted')?.map(({ className }) => className)).toEqual([
      'c-pine',
      'c-notch',
    ])
    const free = drawn.get('free')?.[0]?.d ?? ''
    expect(free.match(/M/g)).toHaveLength(439)
    expect(free.startsWith('M221 18h17v12h-17z')).toBe(true)
  })

  it('draws runs of one state together', () => {
    const two: Run[] = [
      { state: 'free', first: 1, last: 1 },
      { state: 'new', first: 2, last: 2 },
      { state: 'free', first: 3, last: 3 },
    ]
    expect(drawnField(two, gridFor(3, false)).get('free')?.[0]?.d).toBe(
      'M1 1h17v12h-17zM41 1h17v12h-17z',
    )
  })
})

describe('the states', () => {
  it('are found by number, and are none behind the last or in a gap', () => {
    expect([1, 3, 60, 61, 500].map((number) => stateAt(runs, number))).toEqual([
      'contracted',
      'reserved',
      'reserved',
      'blocked',
      'free',
    ])
    expect(stateAt(runs, 501)).toBeUndefined()
    expect(stateAt([{ state: 'overbooked', first: 9, last: 9 }], 8)).toBeUndefined()
  })

  it('are told in a sentence with those that are there', () => {
    const counts = { ...none, contracted: 13, blocked: 6, free: 481 }
    expect(picturedWords(counts)).toBe('500 Plätze: 13 Vertrag, 6 Gesperrt, 481 Frei.')
  })
})
