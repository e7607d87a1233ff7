import constants from '@offer/comparison.json'
import { creditOf } from './credit'
import { type Cents, divideHalfUp } from './money'
import { creditRate, fees, packageOf, termYears } from './offer'

/** From the least to the most. Equal ends mean that one figure is assumed. */
export interface Range {
  from: number
  to: number
}

export type AssumptionId = keyof typeof constants.assumptions

/** What is assumed, in the unit it is published in, and who published it. */
export interface Assumption extends Range {
  unit: string
  year: number
  /** Null for an assumption of our own. */
  source: string | null
}

export const assumptions: Readonly<Record<AssumptionId, Assumption>> = constants.assumptions

/** The month the assumptions were put together, as `2026-11`. */
export const assumptionsAsOf = constants.as_of

/** The share that is compared. */
export const comparedShare = packageOf(constants.share_annual_kwh)

export type OptionId = 'roof' | 'balcony' | 'share' | 'tariff'

/** One way to solar power over the term, all money in cents. */
export interface Option {
  id: OptionId
  /** Paid once. */
  investment: Range
  /** A year, as the mean over the term: the modules age. Before running costs. */
  benefit: Range
  /** Investment and running costs over the term. */
  cost: Range
  /** Benefit less cost over the term. */
  net: Range
  /** Tenths of years until the benefit less running costs has paid back the investment. */
  coveredTenths: Range
  /** Investment for each kWh of yearly output; null where nothing produces. */
  pricePerKwh: Range | null
}

interface Ingredients {
  id: OptionId
  investment: Range
  benefit: Range
  running: Range
  /** Output in kWh a year, as the mean over the term; null where nothing produces. */
  annualKwh: Range | null
}

/** What is left of a year's output in the year after. */
const KEPT = 1 - assumptions.ageing.from / 100
/** The output of so many years, in outputs of the first. */
const firstYears = (years: number): number => (1 - KEPT ** years) / (1 - KEPT)
/** The mean output over the term, as a share of the first year's. */
const MEAN = firstYears(termYears) / termYears

/** The mean over the term of what the first year brings. The yield of the roof is one already. */
const aged = ({ from, to }: Range): Range => ({
  from: Math.round(from * MEAN),
  to: Math.round(to * MEAN),
})

const fixed = (value: number): Range => ({ from: value, to: value })

/** `value` of an assumption as an integer of a smaller unit, e.g. 37.2 cent as 3,720 hundredths. */
const scaled = ({ from, to }: Range, factor: number): Range => ({
  from: Math.round(from * factor),
  to: Math.round(to * factor),
})

/**
 * The ranges of an option from its ingredients. Where benefit and cost meet, the least benefit
 * meets the highest cost and the other way round, so that no end is better than it could be.
 */
function optionOf({ id, investment, benefit, running, annualKwh }: Ingredients): Option {
  const cost = {
    from: investment.from + running.from * termYears,
    to: investment.to + running.to * termYears,
  }
  return {
    id,
    investment,
    benefit,
    cost,
    net: {
      from: benefit.from * termYears - cost.to,
      to: benefit.to * termYears - cost.from,
    },
    coveredTenths: {
      from: coveredTenths(investment.from, benefit.to, running.from),
      to: coveredTenths(investment.to, benefit.from, running.to),
    },
    pricePerKwh: annualKwh && {
      from: divideHalfUp(investment.from, annualKwh.to),
      to: divideHalfUp(investment.to, annualKwh.from),
    },
  }
}

/**
 * Tenths of years until a benefit that shrinks with the output has paid back what was paid, running
 * costs deducted. What costs nothing is covered at once, also where nothing may come of it.
 *
 * @param benefit of a year, as the mean over the term
 */
function coveredTenths(investment: Cents, benefit: Cents, running: Cents): number {
  if (investment === 0) return 0
  const first = benefit / MEAN
  let [low, high] = [0, 10 * termYears]
  while (high - low > 1e-6) {
    const years = (low + high) / 2
    if (first * firstYears(years) - running * years < investment) low = years
    else high = years
  }
  return Math.round(high * 10)
}

/**
 * Yearly value in cents of an output of which `selfUse` per cent replaces bought power, worth
 * `saved` hundredths of a cent per kWh, while the rest is sold at `feedIn`.
 */
function outputValue(kwh: number, selfUse: number, saved: number, feedIn: number): Cents {
  return divideHalfUp(kwh * (selfUse * saved + (100 - selfUse) * feedIn), 100 * 100)
}

/** Output of the compared share in kWh a year, as the mean over the term like the two below. */
export const shareKwh = aged(fixed(comparedShare.annualKwh)).from
/** Output of the compared balcony sets. */
export const balconyKwh = aged(assumptions.balcony_yield)
/** Output of the compared roof in kWh a year. */
export const roofKwh = assumptions.roof_size.from * assumptions.roof_yield.from

const saved = scaled(assumptions.saved_kwh, 100)

function roof(): Option {
  const { roof_size, roof_price, roof_self_use, roof_running } = assumptions
  const feedIn = scaled(assumptions.roof_feed_in, 100)
  return optionOf({
    id: 'roof',
    investment: scaled(roof_price, roof_size.from * 100),
    benefit: {
      from: outputValue(roofKwh, roof_self_use.from, saved.from, feedIn.from),
      to: outputValue(roofKwh, roof_self_use.to, saved.to, feedIn.to),
    },
    running: scaled(roof_running, 100),
    annualKwh: fixed(roofKwh),
  })
}

/** What a balcony set does not use itself goes into the grid unpaid. */
function balcony(): Option {
  const { balcony_price, balcony_yield, balcony_self_use, balcony_running } = assumptions
  return optionOf({
    id: 'balcony',
    investment: scaled(balcony_price, 100),
    benefit: aged({
      from: outputValue(balcony_yield.from, balcony_self_use.from, saved.from, 0),
      to: outputValue(balcony_yield.to, balcony_self_use.to, saved.to, 0),
    }),
    running: scaled(balcony_running, 100),
    annualKwh: balconyKwh,
  })
}

function share(): Option {
  return optionOf({
    id: 'share',
    investment: fixed(comparedShare.price + fees.setup),
    benefit: shareBenefit,
    running: fixed(fees.yearlyPlatform),
    annualKwh: fixed(shareKwh),
  })
}

const shareBenefit = aged({
  from: creditOf(comparedShare.annualKwh, creditRate.minimum).annual,
  to: creditOf(comparedShare.annualKwh, creditRate.maximum).annual,
})

/** Tenths of years until the compared share has paid back what was paid for it, from most to least credit. */
export const shareCovered = (paid: Cents): Range => ({
  from: coveredTenths(paid, shareBenefit.to, fees.yearlyPlatform),
  to: coveredTenths(paid, shareBenefit.from, fees.yearlyPlatform),
})

function tariff(): Option {
  const saving = scaled(assumptions.tariff_saving, 100)
  const kwh = assumptions.tariff_consumption.from
  return optionOf({
    id: 'tariff',
    investment: fixed(0),
    benefit: { from: divideHalfUp(kwh * saving.from, 100), to: divideHalfUp(kwh * saving.to, 100) },
    running: fixed(0),
    annualKwh: null,
  })
}

/** The four ways, in the order in which a household should ask itself. */
export const options: readonly Option[] = [roof(), balcony(), share(), tariff()]

/** The option with this id. */
export function optionBy(id: OptionId): Option {
  const found = options.find((option) => option.id === id)
  if (!found) throw new RangeError(`no option ${id}`)
  return found
}
