/** Where the key of an attempt in flight is kept; see `reservation/attempt.ts`. */
export const ATTEMPT_KEY = 'reservation_attempt'

/** Where the form keeps what was typed, section by section. */
export const STEP_KEYS = ['step1', 'step2', 'step3'] as const

export type StepKey = (typeof STEP_KEYS)[number]

/**
 * Forgets the draft and an attempt under way; the reservation is done. It stands apart from the draft
 * because the thank-you page needs nothing else of the form, nor the functions of the storage, which
 * the bundler would tear out of the first file into one more request on every page.
 */
export function forgetDraft(): void {
  try {
    for (const key of [...STEP_KEYS, ATTEMPT_KEY]) window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
