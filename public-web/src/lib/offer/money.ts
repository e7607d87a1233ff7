/**
 * Money inside the offer maths is a whole number of cents; rounding is half up.
 *
 * Amounts are never negative here, so "half up" and "half away from zero" are the same thing.
 */
export type Cents = number

/** Whole euros as cents. */
export const eurosToCents = (euros: number): Cents => euros * 100

/** Cents as the decimal euros that the wire format carries, e.g. 833 → 8.33. */
export const centsToEuros = (cents: Cents): number => cents / 100

/**
 * `numerator / denominator`, rounded half up to a whole number, for non-negative integers.
 *
 * Works on integers throughout: `Math.round(x / y)` would round what floating point made of the
 * quotient, which for exact halves can be the wrong side.
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}
