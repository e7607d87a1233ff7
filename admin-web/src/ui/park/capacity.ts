import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'

export type Park = Schemas['StaffParkOut']
/** How full a park is, counted and said by the server. Of the spots those within the limit count. */
export type Fullness = Schemas['FullnessOut']
export type Capacity = Schemas['CapacityOut']
export type Forecast = Schemas['ForecastOut']

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
