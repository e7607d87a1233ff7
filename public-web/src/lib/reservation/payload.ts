import type { Consent } from '../attribution/consent'
import type { Attribution } from '../attribution/store'
import { parseAmount } from '../germanAmount'
import { creditOf } from '../offer/credit'
import { centsToEuros } from '../offer/money'
import { fees, packageOf, planOf } from '../offer/offer'
import type { ReservationValues } from './values'

/** The body of the reservation call; amounts in euros, rounded to cents. */
export function payloadOf(
  values: ReservationValues,
  attribution: Attribution,
  touchConsent: Consent,
  consentVersion: string,
) {
  const { price } = packageOf(values.annual_kwh)
  const plan = planOf(values.payment_plan)
  const credit = creditOf(values.annual_kwh, values.rate)
  return {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    email: values.email.trim(),
    mobile_phone: values.mobile_phone.trim(),
    postcode: values.postcode.trim(),
    energy_provider: values.energy_provider,
    household_size: values.household_size,
    monthly_abschlag: parseAmount(values.monthly_abschlag).value,
    annual_kwh: values.annual_kwh,
    solar_share_amount: centsToEuros(price),
    payment_plan: values.payment_plan,
    payment_interest_rate: plan.nominalPercent / 100,
    expected_monthly_credit: centsToEuros(credit.monthly),
    expected_annual_credit: centsToEuros(credit.annual),
    expected_total_credits: centsToEuros(credit.total),
    yearly_platform_fee: centsToEuros(fees.yearlyPlatform),
    deposit_amount: centsToEuros(fees.cardVerification),
    setup_fee: centsToEuros(fees.setup),
    deposit_status: 'reserved' as const,
    ...attribution,
    touches: [...attribution.touches],
    touch_consent: touchConsent,
    consent: values.consent,
    consent_version: consentVersion,
  }
}

export type ReservationPayload = ReturnType<typeof payloadOf> & {
  /** Whether a second place of the same mailbox is wanted; without it the server asks. */
  another?: boolean
}
