import { type PaymentPlanId, packages, paymentPlans } from './offer'

/** How an address names a payment plan: the plans of instalments by their id. */
export const planWord = (id: PaymentPlanId): string => (id === 'one-off' ? 'einmal' : id)

/** The plan that an address names, if there is such a one. */
export const planOfWord = (word: string | null): PaymentPlanId | undefined =>
  paymentPlans.find(({ id }) => planWord(id) === word)?.id

/** The yearly kWh of the package that an address names, if there is such a one. */
export const packageOfWord = (word: string | null): number | undefined =>
  packages.find(({ annualKwh }) => String(annualKwh) === word)?.annualKwh
