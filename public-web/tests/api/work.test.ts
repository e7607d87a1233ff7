import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { done } from '@/api/work'

/** As the server counts them. */
function zeroBits(text: string): number {
  const digest = createHash('sha256').update(text).digest('hex')
  const bits = [...digest].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
  return bits.join('').indexOf('1')
}

describe('proof of work', () => {
  it.each([0, 1, 9, 12])('finds the first number with %i zero bits', async (bits) => {
    const key = 'b2c1-schlüssel'
    const number = Number(await done(`${bits}.a1b2c3d4`, key))
    expect(zeroBits(`a1b2c3d4:${key}:${number}`)).toBeGreaterThanOrEqual(bits)
    for (let earlier = 0; earlier < number; earlier++) {
      expect(zeroBits(`a1b2c3d4:${key}:${earlier}`)).toBeLessThan(bits)
    }
  })
})
