import { MONTHS } from '@/content/de/calculator'
import { creditOf } from '@/lib/offer/credit'
import type { Cents } from '@/lib/offer/money'
import { creditRate, type SolarPackage, type TenthCent } from '@/lib/offer/offer'
import { monthlySeries } from '@/lib/offer/production'

interface Month {
  index: number
  name: string
  credit: Cents
}

/** The months of a share and what stands out among them. */
export interface Months {
  kwh: readonly number[]
  credit: readonly Cents[]
  average: Cents
  best: Month
  worst: Month
  /** The most that a month of this package brings in any scenario: the scale of its chart. */
  top: Cents
}

export function monthsOf({ annualKwh }: SolarPackage, rate: TenthCent): Months {
  const { kwh, credit } = monthlySeries(annualKwh, rate)
  const monthAt = (index: number): Month => ({
    index,
    name: MONTHS[index] ?? '',
    credit: credit[index] ?? 0,
  })
  return {
    kwh,
    credit,
    average: creditOf(annualKwh, rate).monthly,
    best: monthAt(credit.indexOf(Math.max(...credit))),
    worst: monthAt(credit.indexOf(Math.min(...credit))),
    top: Math.max(...monthlySeries(annualKwh, creditRate.maximum).credit),
  }
}
