import { expect, test } from 'vitest'
import { referenceOf, spotOf } from '@/features/thanks/spot'

test.each([
  ['?spot=17', { spotNumber: 3 }, 17],
  ['', { spotNumber: 3 }, 3],
  ['', null, 50],
  ['?spot=0', null, 50],
  ['?spot=501', { spotNumber: 3 }, 3],
  ['?spot=abc', null, 50],
  ['?spot=-1', null, 50],
  ['?spot=1.5', null, 50],
  ['?spot=017', null, 50],
  ['?spot=500', null, 500],
  ['?spot=', { spotNumber: 501 }, 501],
  ['?spot=501', { spotNumber: 501 }, 501],
  ['?spot=501', null, 50],
  ['?spot=%2017', { spotNumber: '9' }, 9],
])('query „%s“ and state %j show place %d', (search, state, spot) => {
  expect(spotOf(search, state)).toBe(spot)
})

test('the reference comes from the navigation state alone', () => {
  expect(referenceOf({ reference: 'VG-7K3M-Q2XH' })).toBe('VG-7K3M-Q2XH')
  expect([referenceOf(null), referenceOf({}), referenceOf({ reference: 5 })]).toEqual([
    null,
    null,
    null,
  ])
})
