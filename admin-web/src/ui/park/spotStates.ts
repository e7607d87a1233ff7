import type { Schemas } from '@/api/operations'
import { STATES } from '@/lib/states'

/**
 * The states of a park's spots as the picture tells them apart. Each has a shape of its own, so that
 * nobody needs the colours.
 */
export type SpotState = Run['state']

interface SpotStateWords {
  label: string
  /** After „Platz 17, “. */
  spoken: string
}

/** In the order of the legend: from the contract to the free spot. */
export const SPOT_STATES: Record<SpotState, SpotStateWords> = {
  contracted: { label: STATES.contracted.label, spoken: 'unter Vertrag' },
  active: { label: STATES.active.label, spoken: 'aktiv' },
  invited: { label: STATES.invited.label, spoken: 'zum Vertrag eingeladen' },
  // All of these are reserved, as the sentence beside the picture counts them.
  reserved: { label: 'Noch nicht eingeladen', spoken: 'reserviert' },
  new: { label: 'Neu seit gestern', spoken: 'neu seit gestern' },
  undo: { label: 'Gehalten', spoken: 'nach einer Stornierung noch gehalten' },
  offer: { label: 'Gehalten bis zur Antwort', spoken: 'gehalten bis zu einer Antwort' },
  blocked: { label: STATES.blocked.label, spoken: 'gesperrt' },
  overbooked: { label: 'Überbucht', spoken: 'über der Grenze vergeben' },
  free: { label: STATES.free.label, spoken: 'frei' },
}

/** Why a spot that is not free cannot be had, after „Platz 17 ist nicht frei: “. */
export const takenWords = (state: SpotState): string =>
  state === 'new' ? 'seit gestern reserviert' : SPOT_STATES[state].spoken

export const SPOT_STATE_ORDER = Object.keys(SPOT_STATES) as SpotState[]

export const isSpotState = (name: string | null | undefined): name is SpotState =>
  name != null && name in SPOT_STATES

/** Numbers `first … last`, all in one state. */
export type Run = Schemas['RunOut']

export type SpotCounts = Schemas['CountsOut']

/** The picture in one sentence: „500 Plätze: 13 Vertrag, 31 Eingeladen, 178 Frei.“ */
export function picturedWords(counts: SpotCounts): string {
  const present = SPOT_STATE_ORDER.filter((state) => counts[state] > 0)
  const total = present.reduce((sum, state) => sum + counts[state], 0)
  const parts = present.map((state) => `${counts[state]} ${SPOT_STATES[state].label}`)
  return `${total} Plätze: ${parts.join(', ')}.`
}

/** The state of a spot; `undefined` where the park has no such number. */
export function stateAt(runs: readonly Run[], number: number): SpotState | undefined {
  let low = 0
  let high = runs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle] as Run
    if (number < run.first) high = middle - 1
    else if (number > run.last) low = middle + 1
    else return run.state
  }
  return undefined
}
