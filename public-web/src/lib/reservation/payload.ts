import type { Consent } from '../attribution/consent'
import type { Attribution } from '../attribution/store'
import { parseAmount } from '../germanAmount'
import { creditOf } from '../offer/credit'
import { centsToEuros } from '../offer/money'
import { fees, packageOf, planOf } from '../offer/offer'
import {
  type AmountField,
  FIELDS,
  ofEach,
  type ReservationValues,
  TEXT_FIELDS,
  type TextField,
} from './fields'

/** The fields as the API takes them: amounts as numbers. An empty amount stays empty, so that the server reports it as missing. */
export const sentOf = <Name extends TextField>(
  values: Record<Name, string>,
  fields: readonly Name[],
) =>
  ofEach(fields, (name) => {
    const text = values[name].trim()
    return FIELDS[name].isAmount && text ? parseAmount(text).value : text
  }) as { [Each in Name]: Each extends AmountField ? number : string }

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
    ...sentOf(values, TEXT_FIELDS),
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
