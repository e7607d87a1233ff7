import { describe, expect, test } from 'vitest'
import {
  choiceOf,
  DEFAULT_CHOICE,
  fragmentOf,
  mentionsChoice,
  reservationOf,
} from '@/features/calculator/choice'
import { packages, paymentPlans, scenarios } from '@/lib/offer/offer'
import { prefillOf } from '@/lib/reservation/prefill'

const everyChoice = packages.flatMap(({ annualKwh }) =>
  paymentPlans.flatMap(({ id: plan }) =>
    scenarios.map(({ id: scenario }) => ({ annualKwh, plan, scenario })),
  ),
)

test('begins with the recommended package, paid once, at the middle rate', () => {
  expect(DEFAULT_CHOICE).toEqual({ annualKwh: 2000, plan: 'one-off', scenario: 'realistic' })
})

test('an address reads in German words', () => {
  const choice = { annualKwh: 3000, plan: '24m', scenario: 'conservative' } as const
  expect(fragmentOf(choice)).toBe('#paket=3000&zahlung=24m&szenario=konservativ')
  expect(fragmentOf(DEFAULT_CHOICE)).toBe('#paket=2000&zahlung=einmal&szenario=realistisch')
})

test.each(everyChoice)('$annualKwh, $plan, $scenario comes back from its address', (choice) => {
  expect(choiceOf(fragmentOf(choice))).toEqual(choice)
})

describe('what an address does not say, or says wrong, is the default', () => {
  test.each([
    '',
    '#',
    '#inhalt',
    '#paket=2e3&zahlung=36m&szenario=traumhaft',
    '#paket=&zahlung=&szenario=',
    '#paket=%E0%A4%A&zahlung=%',
    '#paket=4000',
    '#szenario=Realistic&zahlung=one-off',
    '#paket=<script>',
  ])('%s', (fragment) => {
    expect(choiceOf(fragment)).toEqual(DEFAULT_CHOICE)
  })

  test('the other parts still count', () => {
    expect(choiceOf('#paket=1&zahlung=48m')).toEqual({ ...DEFAULT_CHOICE, plan: '48m' })
  })
})

test('a jump within the page is no choice', () => {
  expect(['#inhalt', '', '#rechnung'].map(mentionsChoice)).toEqual([false, false, false])
  expect(['#zahlung=24m', '#x&paket=1000'].map(mentionsChoice)).toEqual([true, true])
})

test.each(everyChoice)('$annualKwh, $plan, $scenario reaches the form', (choice) => {
  const address = reservationOf(choice)
  expect(address.startsWith('/reservierung#')).toBe(true)
  expect(prefillOf(address.slice(address.indexOf('#')))).toEqual({
    annual_kwh: choice.annualKwh,
    payment_plan: choice.plan,
    rate: scenarios.find(({ id }) => id === choice.scenario)?.rate,
  })
})
