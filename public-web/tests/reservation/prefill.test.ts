import { describe, expect, test } from 'vitest'
import { packages, paymentPlans } from '@/lib/offer/offer'
import { prefillFragment, prefillOf } from '@/lib/reservation/prefill'

const RATES = [50, 55, 60, 65, 70, 75, 80]

test('every choice of the form comes back from its fragment', () => {
  for (const { annualKwh } of packages) {
    for (const { id } of paymentPlans) {
      for (const rate of RATES) {
        const prefill = { annual_kwh: annualKwh, payment_plan: id, rate }
        expect(prefillOf(prefillFragment(prefill))).toEqual(prefill)
      }
    }
  }
})

test('reads as an address should', () => {
  expect(prefillFragment({ annual_kwh: 3000, payment_plan: '24m', rate: 55 })).toBe(
    '#paket=3000&zahlung=24m&cent=5.5',
  )
})

describe('what the form does not offer is left out', () => {
  test.each([
    ['', {}],
    ['#schritt-2', {}],
    ['#paket=4000&zahlung=12m&cent=9', {}],
    ['#paket=2e3&cent=5.2', {}],
    ['#cent=NaN&paket=&zahlung', {}],
    ['#paket=%E0%A4%A', {}],
    ['#email=x@y.de&paket=1000', { annual_kwh: 1000 }],
    ['#cent=4.5&zahlung=einmal', { payment_plan: 'one-off' }],
  ])('%s', (fragment, found) => {
    expect(prefillOf(fragment)).toEqual(found)
  })
})
