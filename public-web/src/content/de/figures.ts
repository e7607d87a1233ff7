import { formatCent, formatInteger, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import {
  creditRate,
  fees,
  invest,
  packages,
  paymentPlans,
  pilot,
  type SolarPackage,
  type TenthCent,
  termYears,
  timeline,
} from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'

const pilotFacts = factsOf(pilot)

/** Labels that several pages share. */
export const figureText = {
  whereFrom: 'Woher kommt diese Zahl?',
  caveat: 'Beispielrechnung, keine Zusage',
} as const

/** The largest package, with which the range of credits is told. */
export const largest = packages.reduce((one, other) =>
  other.annualKwh > one.annualKwh ? other : one,
)
const instalmentCounts = paymentPlans
  .filter(({ months }) => months > 0)
  .map(({ months }) => months)
  .join(' oder ')
export const annual = (share: SolarPackage, rate: TenthCent) =>
  formatShortEuro(creditOf(share.annualKwh, rate).annual)

/**
 * Every figure of the offer that German sentences mention, ready to print. Sentences never write
 * one themselves: a changed constant then changes all of them, and a test finds the ones that do.
 */
export const figures = {
  spots: pilotFacts.spots,
  parkName: pilotFacts.name,
  parkPlace: pilotFacts.location,
  parkProgress: pilotFacts.progress,
  /** When the contract comes, and what is to be heard before: both follow from whether the park is confirmed. */
  contractWhen: pilotFacts.contractWhen,
  contractNews: pilotFacts.contractNews,
  termYears: formatInteger(termYears),
  term: `${termYears}\u00a0Jahre`,
  termDative: `${termYears}\u00a0Jahren`,
  months: formatInteger(termYears * 12),
  minimumRate: formatCent(creditRate.minimum),
  maximumRate: formatCent(creditRate.maximum),
  card: formatShortEuro(fees.cardVerification),
  free: formatShortEuro(0),
  setup: formatShortEuro(fees.setup),
  /** As an adjective to Raten, Monatsraten … */
  instalmentCounts,
  instalments: `${instalmentCounts}\u00a0Raten`,
  yearlyFee: formatShortEuro(fees.yearlyPlatform),
  breakEvenExtra: formatShortEuro(fees.breakEvenExtra),
  contractWeeks: `${timeline.contract_weeks_from} bis ${timeline.contract_weeks_to}\u00a0Wochen`,
  withdrawal: `${timeline.withdrawal_days}\u00a0Tage`,
  withdrawalDative: `${timeline.withdrawal_days}\u00a0Tagen`,
  refund: `${timeline.refund_days}\u00a0Tage`,
  refundDative: `${timeline.refund_days}\u00a0Tagen`,
  /** The largest package at the least and at the most credit: the two figures always go together. */
  largestPackage: largest.name,
  leastCredit: annual(largest, creditRate.minimum),
  mostCredit: annual(largest, creditRate.maximum),
  assumedReturn: `${formatTenths(Math.round(invest.assumed_yearly_return_percent * 10))}\u00a0%`,
} as const

/** What a reservation costs. Of the card check that is planned only an answer among the questions tells. */
export const todayText = `Heute ${figures.free}, ohne Zahlungskarte.`
