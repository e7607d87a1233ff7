import { type Cents, divideHalfUp } from './money'
import { creditRate, fees, type TenthCent, termYears } from './offer'

/** What a share credits. Every figure is rounded once, from the exact value. */
export interface Credit {
  annual: Cents
  monthly: Cents
  /** Over the whole term. */
  total: Cents
  /** Over the whole term at the lowest credit the contract allows. */
  minimumTotal: Cents
}

/**
 * The credits of a share.
 *
 * @param annualKwh expected output of the share in kWh a year
 * @param rate credit per kWh in tenths of a cent
 */
export function creditOf(annualKwh: number, rate: TenthCent): Credit {
  const annualTenths = annualKwh * rate
  return {
    annual: divideHalfUp(annualTenths, 10),
    monthly: divideHalfUp(annualTenths, 120),
    total: divideHalfUp(annualTenths * termYears, 10),
    minimumTotal: divideHalfUp(annualKwh * creditRate.minimum * termYears, 10),
  }
}

/**
 * Tenths of years until the credits have paid back what was paid, half up: 138 means 13.8 years.
 *
 * An integer, because the result is compared and printed; 13.45 as a floating point number is
 * already below the half.
 */
export function coveredTenths(paid: Cents, annualKwh: number, rate: TenthCent): number {
  return divideHalfUp(paid * 10 * 10, annualKwh * rate)
}

/**
 * The specification's break-even: of the price and 50 € that nobody pays. It stands as a formula
 * beside the years of what is really paid, and in no sentence.
 */
export const breakEvenTenths = (price: Cents, annualKwh: number, rate: TenthCent): number =>
  coveredTenths(price + fees.breakEvenExtra, annualKwh, rate)

/** Whole months of credit needed to pay back what was paid. */
export function monthsToCover(paid: Cents, annualKwh: number, rate: TenthCent): number {
  return Math.ceil((paid * 120) / (annualKwh * rate))
}
