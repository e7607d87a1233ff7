/** What became of a typed amount. */
export interface ParsedAmount {
  /** Euros with at most two decimals; 0 when unreadable. */
  value: number
  readable: boolean
}

// Thousands dots only in their proper places, then an optional decimal comma.
const GERMAN = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/
// A single dot with one or two digits behind it can only be meant as a decimal point.
const ENGLISH = /^(\d+)\.(\d{1,2})$/

/**
 * Reads an amount the way people in Germany write it: „85“, „85,50“, „1.200“, „1.200,50 €“.
 *
 * What cannot be read counts as 0, and the caller says so; guessing would send a wrong figure.
 */
export function parseAmount(text: string): ParsedAmount {
  const compact = text.replace(/[\s\u00a0\u202f]|€|Euro?/gi, '')
  const match = GERMAN.exec(compact) ?? ENGLISH.exec(compact)
  if (!match) return { value: 0, readable: false }
  const whole = (match[1] ?? '').replaceAll('.', '')
  const value = Number(`${whole}.${match[2] ?? '0'}`)
  return Number.isSafeInteger(Math.trunc(value))
    ? { value, readable: true }
    : { value: 0, readable: false }
}
