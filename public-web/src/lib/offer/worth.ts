import { calculatorPayment } from './instalments'
import type { Cents } from './money'
import { fees, type PaymentPlan, type SolarPackage, type TenthCent, termYears } from './offer'

/** What the household reckons with. */
export interface Outlook {
  rate: TenthCent
  /** By how much less the modules produce each year than in the one before, in tenths of a per cent. */
  ageing: number
  /** Sun of every year, in per cent of the expected one. */
  sun: number
}

/** What the household may reckon with; tenths of a per cent, as far as they are no sun. */
export const outlooks = {
  interest: { least: 0, most: 50, step: 5, first: 20 },
  ageing: { least: 0, most: 10, step: 1, first: 0 },
  /** Per cent of the expected sun, every year: our assumption of bad and good ones. */
  suns: [90, 100, 110],
  sun: 100,
} as const

/** What a share comes to. */
export interface Worth {
  paid: Cents
  credits: Cents
  /** Yearly rate, in hundredths of a per cent, of an account that what is paid and credited empties at the end of the term. */
  innerRate: number
}

/** The same payments into an account, and the same credits out of it. */
export interface Account {
  /** In which month it cannot pay the whole credit any more; null: it lasts to the end of the term. */
  emptyIn: number | null
  /** What is in it at the end of the term. */
  left: Cents
  /** The credits of the share from that month on. */
  creditsAfter: Cents
}

const MONTHS = termYears * 12

/** Set-up and, without instalments, the price come first; instalments and credits at the end of each month. */
export const paymentsOf = ({ price }: SolarPackage, plan: PaymentPlan): Cents[] => {
  const { months, total, instalment, last } = calculatorPayment(price, plan)
  return Array.from({ length: MONTHS + 1 }, (_, month) => {
    if (month === 0) return fees.setup + (months === 0 ? total : 0)
    if (month > months) return 0
    return month === months ? last : instalment
  })
}

/** The credit of each month, not rounded; there is none in month 0. */
export const creditsOf = (annualKwh: number, { rate, ageing, sun }: Outlook): Cents[] =>
  Array.from({ length: MONTHS + 1 }, (_, month) =>
    month === 0
      ? 0
      : ((annualKwh * rate * sun) / 12_000) * (1 - ageing / 1000) ** Math.floor((month - 1) / 12),
  )

const sum = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0)

export function worthOf(share: SolarPackage, plan: PaymentPlan, outlook: Outlook): Worth {
  const payments = paymentsOf(share, plan)
  const credits = creditsOf(share.annualKwh, outlook)
  return {
    paid: sum(payments),
    credits: Math.round(sum(credits)),
    innerRate: innerRate(payments, credits),
  }
}

/** Bisection: the more an account yields, the more is left in it. */
function innerRate(payments: readonly number[], credits: readonly number[]): number {
  let low = -0.02
  let high = 0.05
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if ((balances(payments, credits, middle).at(-1) ?? 0) < 0) low = middle
    else high = middle
  }
  return Math.round(((1 + low) ** 12 - 1) * 10_000)
}

/** The account after each month, below zero once it cannot pay. */
function balances(payments: readonly number[], credits: readonly number[], monthly: number) {
  let balance = 0
  return payments.map((payment, month) => {
    balance = balance * (1 + monthly) + payment - (credits[month] ?? 0)
    return balance
  })
}

/** @param interest tenths of a per cent a year, credited monthly */
export function accountOf(
  share: SolarPackage,
  plan: PaymentPlan,
  outlook: Outlook,
  interest: number,
): Account {
  const credits = creditsOf(share.annualKwh, outlook)
  const monthly = (1 + interest / 1000) ** (1 / 12) - 1
  const after = balances(paymentsOf(share, plan), credits, monthly)
  // Less than a thousandth of a cent is what floating point makes of nothing.
  const found = after.findIndex((balance) => balance < -0.001)
  return {
    emptyIn: found < 0 ? null : found,
    left: found < 0 ? Math.round(after.at(-1) ?? 0) : 0,
    creditsAfter: found < 0 ? 0 : Math.round(sum(credits.slice(found))),
  }
}
