import { readJson, writeJson } from '../browserStore'
import { STEP_KEYS, type StepKey } from '../forgetDraft'
import { creditRate, packages, paymentPlans } from '../offer/offer'
import {
  ENERGY_FIELDS,
  type EnergyField,
  FIELDS,
  isTextField,
  ofEach,
  type ReservationValues,
} from './fields'

type ShareField = 'annual_kwh' | 'rate' | 'payment_plan'
type DraftField = EnergyField | ShareField
export type Draft = Partial<Pick<ReservationValues, DraftField>>

/**
 * The fields each step keeps for a reload or the back button. Names, e-mail and phone are not
 * among them: a shared computer must not give them away.
 */
const STEPS: Record<StepKey, readonly DraftField[]> = {
  step1: ENERGY_FIELDS,
  step2: ['annual_kwh', 'rate'],
  step3: ['payment_plan'],
}

/** Keeps the step to which a changed field belongs. */
export function saveDraft(values: ReservationValues, changed: keyof ReservationValues): void {
  const key = STEP_KEYS.find((step) => (STEPS[step] as readonly string[]).includes(changed))
  if (key)
    writeJson(
      key,
      ofEach(STEPS[key], (field) => values[field]),
    )
}

/** What was kept, without anything that the form does not offer (any more). */
export function restoreDraft(): Draft {
  const stored: Record<string, unknown> = {}
  for (const key of STEP_KEYS) Object.assign(stored, readJson(key))
  const valid = Object.entries(stored).filter(([field, value]) => isOffered(field, value))
  return Object.fromEntries(valid) as Draft
}

const SHARE: Record<ShareField, (value: unknown) => boolean> = {
  annual_kwh: (value) => packages.some(({ annualKwh }) => annualKwh === value),
  rate: (value) =>
    typeof value === 'number' &&
    value >= creditRate.minimum &&
    value <= creditRate.maximum &&
    (value - creditRate.minimum) % creditRate.step === 0,
  payment_plan: (value) => paymentPlans.some(({ id }) => id === value),
}

function isOffered(field: string, value: unknown): boolean {
  if (field in SHARE) return SHARE[field as ShareField](value)
  if (!isTextField(field) || FIELDS[field].step !== 1 || typeof value !== 'string') return false
  const { choices } = FIELDS[field]
  return !choices || value === '' || choices.includes(value)
}
