import { zoneName } from '@/lib/zones'

const ZONES: readonly (readonly [zone: string, words: string])[] = [
  ['Europe/Berlin', 'Berlin'],
  ['Europe/Vienna', 'Wien'],
  ['Europe/Zurich', 'Zürich'],
  ['Europe/London', 'London'],
  ['Europe/Athens', 'Athen'],
  ['UTC', 'UTC, ohne Zeitumstellung'],
]

/** The clocks to choose among; one that is in use already is always there. */
export const zoneChoices = (used: string): readonly (readonly [string, string])[] =>
  ZONES.some(([zone]) => zone === used) ? ZONES : [...ZONES, [used, zoneName(used)]]
