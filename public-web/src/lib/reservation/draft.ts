import { readJson, writeJson } from '../browserStore'
import { STEP_KEYS, type StepKey } from '../forgetDraft'
import { creditRate, energyProviders, householdSizes, packages, paymentPlans } from '../offer/offer'
import type { ReservationValues } from './values'

/**
 * The fields each step keeps for a reload or the back button. Names, e-mail and phone are not
 * among them: a shared computer must not give them away.
 */
const STEPS = {
  step1: ['postcode', 'energy_provider', 'household_size', 'monthly_abschlag'],
  step2: ['annual_kwh', 'rate'],
  step3: ['payment_plan'],
} as const satisfies Record<StepKey, readonly (keyof ReservationValues)[]>

type DraftField = (typeof STEPS)[StepKey][number]
export type Draft = Partial<Pick<ReservationValues, DraftField>>

const stepOf = (field: keyof ReservationValues): StepKey | undefined =>
  STEP_KEYS.find((key) => (STEPS[key] as readonly string[]).includes(field))

/** Keeps the step to which a changed field belongs. */
export function saveDraft(values: ReservationValues, changed: keyof ReservationValues): void {
  const key = stepOf(changed)
  if (!key) return
  writeJson(key, Object.fromEntries(STEPS[key].map((field) => [field, values[field]])))
}

/** What was kept, without anything that the form does not offer (any more). */
export function restoreDraft(): Draft {
  const stored: Record<string, unknown> = {}
  for (const key of STEP_KEYS) Object.assign(stored, readJson(key))
  const valid = Object.entries(stored).filter(([field, value]) => isOffered(field, value))
  return Object.fromEntries(valid) as Draft
}

const CHECKS: Record<DraftField, (value: unknown) => boolean> = {
  postcode: (value) => typeof value === 'string',
  monthly_abschlag: (value) => typeof value === 'string',
  energy_provider: (value) => value === '' || energyProviders.some((entry) => entry === value),
  household_size: (value) => value === '' || householdSizes.some((entry) => entry === value),
  annual_kwh: (value) => packages.some(({ annualKwh }) => annualKwh === value),
  rate: (value) =>
    typeof value === 'number' &&
    value >= creditRate.minimum &&
    value <= creditRate.maximum &&
    (value - creditRate.minimum) % creditRate.step === 0,
  payment_plan: (value) => paymentPlans.some(({ id }) => id === value),
}

function isOffered(field: string, value: unknown): boolean {
  return field in CHECKS && CHECKS[field as DraftField](value)
}
