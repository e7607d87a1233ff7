import constants from '@offer/offer.json'
import { type Cents, divideHalfUp, eurosToCents } from './money'

/** What the invest screen shows for an amount. */
export interface InvestFigures {
  yearlySavings: Cents
  monthlySavings: Cents
  /** Tenths of years; the assumed rate alone decides it, the amount cancels out. */
  breakEvenTenths: number
  /** Share of the park in hundredths of a per cent: 1250 means 12.50 %. */
  shareHundredths: number
}

/**
 * The assumed savings of an amount.
 *
 * @param amount in cents, above 0
 */
export function investFigures(amount: Cents): InvestFigures {
  // 6.5 % as 65 thousandths, so that the division stays one of integers.
  const perMille = Math.round(constants.invest.assumed_yearly_return_percent * 10)
  return {
    yearlySavings: divideHalfUp(amount * perMille, 1000),
    monthlySavings: divideHalfUp(amount * perMille, 12_000),
    breakEvenTenths: divideHalfUp(10_000, perMille),
    shareHundredths: divideHalfUp(amount * 10_000, eurosToCents(constants.invest.euros_per_percent_of_park)),
  }
}
