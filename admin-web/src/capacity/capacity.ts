import { formatKwh, formatNumber, formatShare } from '@/lib/format'
import type { Run, SpotCounts } from './spotStates'

export type ParkStatus = 'Planung' | 'Bauphase' | 'Live'

/** A park as the staff API answers it. */
export interface Park {
  id: string
  name: string
  location: string
  capacity_kw: number
  households: number
  status: ParkStatus
  timeline: string
  /** What households read about where the park stands, and for which day it holds. */
  progress_note: string
  progress_on: string | null
  invest_minimum_cents: number
  spot_limit: number
  kwh_limit: number | null
  kwh_taken: number
  spots_taken: number
  spots_free: number
  /** Since when nobody can reserve here. */
  paused_at: string | null
  version: number
}

export interface Capacity {
  park: string
  spot_limit: number
  kwh_limit: number | null
  kwh_taken: number
  counts: SpotCounts
  /** Every number once, ascending. */
  runs: Run[]
  forecast: Forecast
  /** How full the park is at least, in per cent, from 80 on. */
  level: 80 | 90 | 100 | null
}

export interface Forecast {
  mean_kwh: number | null
  full_at_spot: number | null
  limited_by: 'spots' | 'kwh' | null
  sentence: string
}

/** „Solarpark Ingolstadt“. */
export const parkTitle = ({ name }: Pick<Park, 'name'>): string =>
  name.startsWith('Solarpark') ? name : `Solarpark ${name}`

/** How much of a limit is taken; more than 1 when overbooked, 0 where nothing can be taken at all. */
export const shareTaken = (taken: number, limit: number): number =>
  limit > 0 ? taken / limit : taken > 0 ? 1 : 0

/** „322 von 500 vergeben, 64 %“; beyond the limit „12 über der Grenze von 500“. */
export function spotsWords(taken: number, limit: number): string {
  if (taken > limit)
    return `${formatNumber(taken)} vergeben, ${formatNumber(taken - limit)} über der Grenze von ${formatNumber(limit)}`
  return `${formatNumber(taken)} von ${formatNumber(limit)} vergeben, ${formatShare(shareTaken(taken, limit), 0)}`
}

/** The same for the electricity of a year. */
export function kwhWords(taken: number, limit: number | null): string {
  if (limit === null) return `${formatKwh(taken)} vergeben, keine Grenze gesetzt`
  if (taken > limit)
    return `${formatKwh(taken)} vergeben, ${formatKwh(taken - limit)} über der Grenze von ${formatKwh(limit)}`
  return `${formatKwh(taken)} von ${formatKwh(limit)} vergeben, ${formatShare(shareTaken(taken, limit), 0)}`
}
