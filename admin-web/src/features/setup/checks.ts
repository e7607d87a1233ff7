import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'

export type SetupCheck = Schemas['SetupCheckOut']
export type SetupStep = SetupCheck['steps'][number]

/** What a change on this page makes the console read again. */
export const RENEWED = ['setup-checks', 'today', 'alerts'] as const

const COUNTS = ['keine', 'eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun']

/** How much is left, as the heading of the page. */
export function headingOf(open: number): string {
  if (open === 0) return 'Alles ist in Ordnung'
  if (open === 1) return 'Noch eine Sache, dann kann gearbeitet werden'
  return `Noch ${COUNTS[open] ?? formatNumber(open)} Dinge, dann kann gearbeitet werden`
}

/** When the server last connected to anything; `null` before the first time. */
export const lastConnected = (checks: readonly SetupCheck[]): string | null =>
  checks.reduce<string | null>(
    (latest, { checked_at, can_connect }) =>
      can_connect && checked_at && (!latest || checked_at > latest) ? checked_at : latest,
    null,
  )

/** How long a step took: „0,2 s“, below a tenth „unter 0,1 s“. */
export function tookWords(milliseconds: number | null): string | null {
  if (milliseconds === null) return null
  if (milliseconds < 100) return 'unter 0,1 s'
  const tenths = Math.round(milliseconds / 100)
  return `${Math.floor(tenths / 10)},${tenths % 10} s`
}

/** The check that stands open when the page is opened: the first that lacks something. */
export const firstOpen = (checks: readonly SetupCheck[]): SetupCheck['name'] | null =>
  checks.find(({ state }) => state === 'open')?.name ?? null
