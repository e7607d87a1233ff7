import { type Cents, centsToEuros } from './offer/money'

const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
const wholeEuro = new Intl.NumberFormat('de-DE', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
})
const wholeNumber = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 })
const plain = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('de-DE', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const twoDecimals = new Intl.NumberFormat('de-DE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** 137700 → „1.377,00 €“. */
export const formatEuro = (cents: Cents): string => euro.format(centsToEuros(cents))

/** 129900 → „1.299 €“; an amount with cents keeps them: 833 → „8,33 €“. */
export const formatShortEuro = (cents: Cents): string =>
  cents % 100 === 0 ? wholeEuro.format(centsToEuros(cents)) : formatEuro(cents)

/** 2000 → „2.000“. */
export const formatInteger = (number: number): string => wholeNumber.format(number)

/** 1.45 and „MW“ → „1,45 MW“. */
export const formatQuantity = (amount: number, unit: string): string =>
  `${plain.format(amount)}\u00a0${unit}`

/** 2000 → „2.000 kWh“. */
export const formatKwh = (kwh: number): string => formatQuantity(kwh, 'kWh')

/** 55 tenths → „5,5 Cent“. */
export const formatCent = (tenths: number): string => `${plain.format(tenths / 10)}\u00a0Cent`

/** 135 → „13,5“. */
export const formatTenths = (tenths: number): string => oneDecimal.format(tenths / 10)

/** 581 → „5,81 %“. */
export const formatRate = (hundredths: number): string =>
  `${twoDecimals.format(hundredths / 100)}\u00a0%`

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
