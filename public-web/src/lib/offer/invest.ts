import constants from '@offer/offer.json'
import { type Cents, divideHalfUp, eurosToCents } from './money'

/** What the invest screen shows for an amount. */
export interface InvestFigures {
  yearlySavings: Cents
  monthlySavings: Cents
  /** Tenths of years; the assumed rate alone decides it, the amount cancels out. */
  breakEvenTenths: number
  /** Share of the park in hundredths of a per cent: 5 means 0.05 %. */
  shareHundredths: number
  /** What the example household would still pay in a year. */
  yearlyCostWithShare: Cents
}

/**
 * The sample calculation of the invest screen; its assumptions are an example, not a promise.
 *
 * @param amount in cents, above 0
 */
export function investFigures(amount: Cents): InvestFigures {
  const { invest } = constants
  // 6.5 % as 65 thousandths, so that the division stays one of integers.
  const perMille = Math.round(invest.assumed_yearly_return_percent * 10)
  const yearlySavings = divideHalfUp(amount * perMille, 1000)
  return {
    yearlySavings,
    monthlySavings: divideHalfUp(amount * perMille, 12_000),
    breakEvenTenths: divideHalfUp(10_000, perMille),
    shareHundredths: divideHalfUp(amount, invest.euros_per_percent_of_park),
    yearlyCostWithShare: eurosToCents(invest.example_normal_cost_eur) - yearlySavings,
  }
}
