import { formatKwh, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import {
  type Assumption,
  assumptions,
  assumptionsAsOf,
  comparedShare,
  type OptionId,
  type Range,
} from '@/lib/offer/comparison'
import { divideHalfUp } from '@/lib/offer/money'

/** Whole euros, half up. */
export const euro = (cents: number) => formatShortEuro(divideHalfUp(cents, 100) * 100)
const number = (value: number) => value.toLocaleString('de-DE')

/** „7.200 bis 12.800 €“, or one figure where both ends are the same. */
export function range({ from, to }: Range, format: (value: number) => string): string {
  const most = format(to)
  if (from === to) return most
  return `${format(from).split('\u00a0')[0]} bis ${most}`
}

export const years = (tenths: number) => `${formatTenths(tenths)}\u00a0Jahre`
export const yearsDative = (tenths: number) => `${formatTenths(tenths)}\u00a0Jahren`
/** The figure of an assumption with its unit. */
export const value = ({ unit, ...ends }: Assumption) =>
  range(ends, (end) => `${number(end)}\u00a0${unit}`)

/** What the four ways are called, and which one of its kind is compared. */
export const names: Record<OptionId, { name: string; what: string }> = {
  roof: { name: 'Eigenes Dach', what: `${value(assumptions.roof_size)}, ohne Speicher` },
  balcony: { name: 'Balkonset', what: 'zwei Module mit Stecker' },
  share: {
    name: 'Anteil am Solarpark',
    what: `${comparedShare.name}, ${formatKwh(comparedShare.annualKwh)} im Jahr`,
  },
  tariff: {
    name: 'Ökostromtarif',
    what: `Wechsel bei ${formatKwh(assumptions.tariff_consumption.to)} Verbrauch`,
  },
}

const months = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August'].concat([
  'September',
  'Oktober',
  'November',
  'Dezember',
])
const [asOfYear = '', asOfMonth = ''] = assumptionsAsOf.split('-')
/** When the assumptions were put together. */
export const stand = `Stand: ${months[Number(asOfMonth) - 1]} ${asOfYear}`
