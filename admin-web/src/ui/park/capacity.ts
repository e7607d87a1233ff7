import { formatNumber } from '@/lib/format'
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
  fullness: Fullness
  /** Since when nobody can reserve here. */
  paused_at: string | null
  /** When the park was called off, for good. */
  cancelled_at: string | null
  version: number
}

/** How full a park is, counted and said by the server. Of the spots those within the limit count. */
export interface Fullness {
  spot_limit: number
  /** Reserved, held and blocked. */
  occupied: number
  reserved: number
  held: number
  blocked: number
  free: number
  /** Reserved or held beyond the limit. */
  overbooked: number
  /** So many places both limits still allow. */
  left: number
  kwh_limit: number | null
  kwh_taken: number
  /** How full the park is at least, in per cent, from 80 on; 100 is full. */
  level: 80 | 90 | 100 | null
  /** „500 von 500 belegt: 494 reserviert, 2 gehalten, 4 gesperrt“. */
  spots_words: string
  /** The same for the electricity of a year. */
  kwh_words: string
}

export interface Capacity {
  park: string
  fullness: Fullness
  counts: SpotCounts
  /** Every number once, ascending. */
  runs: Run[]
  forecast: Forecast
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

/** „Bauphase“, and of a park that was called off that it was. */
export const parkStanding = ({ status, cancelled_at }: Pick<Park, 'status' | 'cancelled_at'>) =>
  cancelled_at === null ? status : 'Abgesagt'

/** How much of a limit is taken; more than 1 when overbooked, 0 where nothing can be taken at all. */
export const shareTaken = (taken: number, limit: number): number =>
  limit > 0 ? taken / limit : taken > 0 ? 1 : 0

export type SpotFigures = Record<'limit' | 'reserved' | 'held' | 'blocked' | 'overbooked', number>

/**
 * How full a park was on a day of a report. Of a park as it is now the server says it
 * (`services/parks/fullness.py`); `tests/golden/fullness_words.json` holds both to the same words.
 */
export function spotsWords(figures: SpotFigures): string {
  const { limit, reserved, held, blocked, overbooked } = figures
  if (limit === 0 && overbooked === 0) return 'keine Plätze'
  const counted: [number, string][] = [
    [reserved, 'reserviert'],
    [held, 'gehalten'],
    [blocked, 'gesperrt'],
  ]
  const parts = counted.filter(([count]) => count > 0)
  const words = `${formatNumber(reserved + held + blocked)} von ${formatNumber(limit)} belegt`
  const said = parts.map(([count, word]) => `${formatNumber(count)} ${word}`).join(', ')
  const beyond = overbooked > 0 ? `, dazu ${formatNumber(overbooked)} über der Grenze` : ''
  return `${words}${said && `: ${said}`}${beyond}`
}
