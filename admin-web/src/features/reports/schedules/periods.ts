import { weekdayOf, wholeMonths } from '../frame/parameters/calendar'
import {
  FINISHED,
  lengthOf,
  type Period,
  type Preset,
  presetsOf,
  RUNNING,
} from '../frame/parameters/periods'

/** Periods that move along with the day of sending, named as on the pages of reports. */
export const PERIODS: Readonly<Record<string, string>> = { ...FINISHED, ...RUNNING }

/** The same in groups, in the order they are offered. */
export const PERIOD_GROUPS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['Ganz vorbei', FINISHED],
  ['Bis zum Tag des Versands', RUNNING],
]

/** Where a report's page was asked nothing of its period. */
export const STANDARD_PERIOD = 'last_7_days'

/** A mail of the morning has nothing of its own day: with today becomes the whole days before. */
const WITHOUT_TODAY: Readonly<Partial<Record<Preset, string>>> = {
  '7': 'last_7_days',
  '30': 'last_30_days',
  '90': 'last_90_days',
}

/** What a schedule makes of the period a page showed. */
export interface Moving {
  /** What it may have meant, the likeliest first; more than one: the user is asked. */
  choices: readonly string[]
  /** Whether the first of them means other days than were seen. */
  isOther: boolean
}

/**
 * What moves along of two days that a page showed. Days that a name of today means are that name;
 * of others only their kind can move: a whole quarter becomes the last quarter.
 */
export function movingPeriod(period: Period, today?: string): Moving {
  const exact = presetsOf(period, today)
  const choices = exact.map((name) => WITHOUT_TODAY[name] ?? name)
  if (choices.length > 0)
    return {
      choices: [...new Set(choices)],
      isOther: exact[0] !== undefined && exact[0] in WITHOUT_TODAY,
    }
  return { choices: ofItsKind(period), isOther: true }
}

function ofItsKind(period: Period): string[] {
  const months = wholeMonths(period)
  const days = lengthOf(period)
  const startsIn = (...names: string[]) => names.includes(period.from.slice(5, 7))
  const kinds: [boolean, string][] = [
    [months === 1, 'last_month'],
    [months === 3 && startsIn('01', '04', '07', '10'), 'last_quarter'],
    [months === 12 && startsIn('01'), 'last_year'],
    [months === 12, 'last_12_months'],
    [days === 7 && weekdayOf(period.from) === 1, 'last_week'],
    [days === 7, 'last_7_days'],
    [days === 30, 'last_30_days'],
    [days === 90, 'last_90_days'],
    [days === 1, 'yesterday'],
  ]
  return kinds.flatMap(([fits, name]) => (fits ? [name] : []))
}
