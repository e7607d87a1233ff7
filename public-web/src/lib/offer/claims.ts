import { assumptions, comparedShare, type Range, shareKwh } from './comparison'
import { divideHalfUp, eurosToCents } from './money'
import { fees, marketing, packageOf, packages, termYears } from './offer'

/** What "cheaper than one's own system" compares: the price for each kWh of yearly output. */
export interface CheaperBasis {
  /** By how many per cent the share is below the cheapest and the dearest roof. */
  percent: Range
  /** Cents per kWp of the roofs for which the claimed percentages come out. */
  claimedRoofPrice: Range
}

/** The claimed 30–40 % beside what the assumptions give, set-up fee included. */
export function cheaperBasis(): CheaperBasis {
  const annualKwh = shareKwh
  const invested = comparedShare.price + fees.setup
  const { roof_price, roof_yield } = assumptions
  const below = (roofPrice: number) =>
    100 - divideHalfUp(invested * roof_yield.from, annualKwh * roofPrice)
  const roofPriceAt = (percent: number) =>
    divideHalfUp(invested * roof_yield.from * 100, annualKwh * (100 - percent))
  return {
    percent: { from: below(roof_price.from), to: below(roof_price.to) },
    claimedRoofPrice: {
      from: roofPriceAt(marketing.cheaper_than_own_percent_from),
      to: roofPriceAt(marketing.cheaper_than_own_percent_to),
    },
  }
}

/** What the customer's savings scenario of 2.5 cent can and cannot be derived from. */
export interface EffectivePrice {
  /** Tenths of a cent: package price by the kWh of the term, from the largest to the smallest. */
  overTerm: Range
  /** Tenths of a cent: the price per kWh that the scenario names. */
  named: number
  /** Tenths of years the largest package would have to produce for the named price. */
  neededYears: number
}

/** The price of a package spread over the kWh of the term; set-up not included. */
export function effectivePrice(): EffectivePrice {
  const spread = packages.map(({ annualKwh, price }) =>
    divideHalfUp(price * 10, annualKwh * termYears),
  )
  const largest = packageOf(Math.max(...packages.map(({ annualKwh }) => annualKwh)))
  const named = eurosToCents(marketing.effective_price_eur_per_kwh)
  return {
    overTerm: { from: Math.min(...spread), to: Math.max(...spread) },
    named: Math.round(named * 10),
    neededYears: divideHalfUp(largest.price * 100, largest.annualKwh * Math.round(named * 10)),
  }
}
