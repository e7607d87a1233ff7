import { expect, test } from 'vitest'
import { CONSENT_VERSION, consentText } from '@/content/de/reservation'
import { typedOf } from '@/features/waitingList/listBody'
import { ENERGY_FIELDS } from '@/lib/reservation/fields'
import { payloadOf, sentOf } from '@/lib/reservation/payload'
import { repositoryFile } from '../repository'
import { ENERGY, FILLED } from './filled'

const ATTRIBUTION = { touches: [], utm_source: 'news', utm_campaign: '', referral_code: 'ANNA' }

test('the call carries every field of the reservation', () => {
  expect(payloadOf(FILLED, ATTRIBUTION, 'yes', '2026-11')).toEqual({
    first_name: 'Anna',
    last_name: 'Müller-Lüdenscheidt',
    email: 'anna@beispiel.de',
    mobile_phone: '0151 23456789',
    ...ENERGY,
    monthly_abschlag: 85.5,
    annual_kwh: 2000,
    solar_share_amount: 1299,
    payment_plan: '24m',
    payment_interest_rate: 0.03,
    expected_monthly_credit: 9.17,
    expected_annual_credit: 110,
    expected_total_credits: 2200,
    yearly_platform_fee: 0,
    deposit_amount: 1,
    setup_fee: 79,
    deposit_status: 'reserved',
    utm_source: 'news',
    utm_campaign: '',
    referral_code: 'ANNA',
    touches: [],
    touch_consent: 'yes',
    consent: true,
    consent_version: '2026-11',
  })
})

test('the waiting list keeps what is typed, but for the address and what is empty', () => {
  expect(typedOf({ ...FILLED, monthly_abschlag: ' ' })).toEqual({
    ...{ ...ENERGY, monthly_abschlag: undefined },
    first_name: 'Anna',
    last_name: 'Müller-Lüdenscheidt',
    mobile_phone: '0151 23456789',
    credit_tenth_ct: '55',
  })
})

test('a household that takes over is sent with an empty amount, which is then missing', () => {
  expect(sentOf({ ...FILLED, monthly_abschlag: ' ' }, ENERGY_FIELDS)).toEqual({
    ...ENERGY,
    monthly_abschlag: '',
  })
})

test('the share amount is the one-off price whatever the plan', () => {
  const amounts = (['one-off', '24m', '48m'] as const).map((payment_plan) => {
    const body = payloadOf({ ...FILLED, payment_plan }, ATTRIBUTION, 'yes', 'v')
    return [body.solar_share_amount, body.payment_interest_rate]
  })
  expect(amounts).toEqual([
    [1299, 0],
    [1299, 0.03],
    [1299, 0.05],
  ])
})

test('an unreadable monthly payment is sent as 0', () => {
  const body = payloadOf({ ...FILLED, monthly_abschlag: 'keine Ahnung' }, ATTRIBUTION, 'yes', 'v')
  expect(body.monthly_abschlag).toBe(0)
})

test('the server keeps the consent text word for word under the version sent', () => {
  // Neighbouring string literals are one string in Python.
  const source = repositoryFile('services/privacy/consent_texts.py').replace(/"\s*\n\s*"/g, '')
  const { before, terms, after } = consentText
  const label = terms.label.replaceAll('\u00ad', '')
  const shown = `${before}${label}${after}`
  expect(source).toContain(`CURRENT_TERMS = "${CONSENT_VERSION}"`)
  expect(source).toContain(`"${shown}"`)
})
