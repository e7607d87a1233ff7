import { dashboardText, type MonthId } from '@/content/de/dashboard'
import { formatEuro, formatKwh, formatQuantity, formatShortEuro } from '@/lib/germanNumbers'
import { eurosToCents } from '@/lib/offer/money'
import data from './sample.json'

/** A month of the chart. */
export interface SampleMonth {
  month: MonthId
  /** In kWh. */
  energy: number
}

/**
 * The figures of the sample dashboard. They come from the specification as fixed text and do not
 * add up, so nothing computes with them; a drawing counts them out in cells, no more.
 */
export const sample = {
  userName: data.user_name,
  months: data.months.map<SampleMonth>(({ month, energy_kwh }) => ({
    month: month as MonthId,
    energy: energy_kwh,
  })),
  savedEuros: data.share.saved_eur,
  creditEuros: data.share.monthly_credit_eur,
  monthlyKwh: data.share.monthly_kwh,
  breakEvenYears: data.share.break_even_years,
  lastMonthKwh: data.mobile.last_month_kwh,
} as const

const { share, mobile } = data
const euros = (amount: number) => formatShortEuro(eurosToCents(amount))

/** The same figures ready to print. */
export const sampleFigures = {
  co2: formatQuantity(data.co2_reduced_kg, 'kg'),
  share: {
    amount: euros(share.amount_eur),
    yearlyReturn: formatQuantity(share.yearly_return_percent, '%'),
    ofPark: formatQuantity(share.park_percent, '%'),
    capacity: formatQuantity(share.capacity_kw, 'kW'),
    breakEven: formatQuantity(share.break_even_years, dashboardText.share.years),
    saved: euros(share.saved_eur),
    monthlyKwh: formatKwh(share.monthly_kwh),
    monthlyCredit: euros(share.monthly_credit_eur),
  },
  mobile: {
    year: mobile.credits_year,
    credits: euros(mobile.credits_eur),
    ofPark: formatQuantity(mobile.park_percent, '%'),
    lastMonth: formatKwh(mobile.last_month_kwh),
    credit: euros(mobile.credit_eur),
    baseTariff: formatEuro(mobile.base_tariff_cent_per_kwh),
    baseCost: euros(mobile.base_cost_eur),
    minusCredit: euros(mobile.minus_credit_eur).replace('-', '\u2212'),
    savings: euros(mobile.savings_eur),
  },
} as const

/** What one cell of the drawings stands for. */
export const CELL = { kwh: 10, euros: 10 } as const
