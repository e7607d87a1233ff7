import { describe, expect, test, vi } from 'vitest'
import { fetchSpots } from '@/api/spots'

const GOOD = {
  park: 'ingolstadt',
  total: 500,
  free: 497,
  taken: [
    [1, 2],
    [5, 5],
  ],
}

function answer(body: unknown, status = 200) {
  const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
}

const ask = () => fetchSpots('ingolstadt', new AbortController().signal)

describe('the places of a park', () => {
  test('are what the server says', async () => {
    const fetched = answer(GOOD)
    expect(await ask()).toEqual(GOOD)
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/parks/ingolstadt/spots')
  })

  test.each([
    ['none taken', { ...GOOD, free: 500, taken: [] }],
    ['all taken', { ...GOOD, free: 0, taken: [[1, 500]] }],
  ])('%s', async (_, body) => {
    answer(body)
    expect(await ask()).toEqual(body)
  })

  test.each([
    ['no JSON', '<html>'],
    ['null', null],
    ['no runs', { total: 500, free: 500 }],
    ['no number', { ...GOOD, total: '500' }],
    ['more free than are left', { ...GOOD, free: 498 }],
    ['fewer than none', { ...GOOD, free: -1 }],
    ['a run beyond the park', { ...GOOD, free: 499, taken: [[501, 501]] }],
    ['a place 0', { ...GOOD, free: 499, taken: [[0, 0]] }],
    [
      'runs out of order',
      {
        ...GOOD,
        taken: [
          [5, 5],
          [1, 2],
        ],
      },
    ],
    ['a run backwards', { ...GOOD, free: 501, taken: [[5, 3]] }],
    ['half a run', { ...GOOD, taken: [[1]] }],
    ['a run of text', { ...GOOD, free: 499, taken: [['1', '1']] }],
  ])('%s counts as unknown', async (_, body) => {
    answer(body)
    expect(await ask()).toBeNull()
  })

  test('a refusal counts as unknown', async () => {
    answer(GOOD, 503)
    expect(await ask()).toBeNull()
  })

  test('a lost connection counts as unknown', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    expect(await ask()).toBeNull()
  })
})
