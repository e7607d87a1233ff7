/** The parks into which a list can be entered. Pure. */
import type { Schemas } from '@/api/operations'
import { counted } from '@/lib/format'

export type Park = Schemas['StaffParkOut']

/** Parks that are built and have places, also those that are full or paused: the check says so of each row. */
export const openParks = (parks: readonly Park[]): Park[] =>
  parks.filter(({ cancelled_at, spot_limit }) => cancelled_at === null && spot_limit > 0)

/** What is left in a park for a household that comes now. */
export function leftWords({ paused_at, fullness: { left } }: Park): string {
  if (paused_at !== null) return 'zurzeit pausiert'
  if (left === 0) return 'kein Platz frei'
  return counted(left, 'ein Platz frei', 'Plätze frei')
}
