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
