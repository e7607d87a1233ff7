import { isSpotState, SPOT_STATES, type SpotState } from '@/capacity/spotStates'

/** One spot as the staff API answers it. Marketing gets a pseudonym as `name`, and no reference. */
export interface Spot {
  number: number
  state: SpotState
  reason: string | null
  held_until: string | null
  reservation: { id: number; reference: string | null; name: string | null } | null
  history: SpotEvent[]
}

export interface SpotEvent {
  at: string
  actor_name: string | null
  action: string
  reason: string | null
}

/** „Platz 17, reserviert, Nele Hartwig“. */
export function spotSentence(
  number: number,
  state: SpotState | undefined,
  name?: string | null,
): string {
  const parts = [`Platz ${number}`]
  if (state) parts.push(SPOT_STATES[state].spoken)
  if (name) parts.push(name)
  return parts.join(', ')
}

/** What happened to a spot, in words; an action nobody wrote words for is shown as the server named it. */
export function spotAction(action: string): string {
  const name = action.replace(/^(spots?|reservation|operation)[._]/, '')
  return SPOT_ACTIONS[name] ?? (isSpotState(name) ? SPOT_STATES[name].label : action)
}

const SPOT_ACTIONS: Record<string, string> = {
  reserved: 'Reserviert',
  blocked: 'Gesperrt',
  block: 'Gesperrt',
  released: 'Freigegeben',
  release: 'Freigegeben',
  unblocked: 'Freigegeben',
  freed: 'Freigegeben',
  spots_blocked: 'Gesperrt',
  spots_released: 'Freigegeben',
  invite: 'Zum Vertrag eingeladen',
  contract: 'Vertrag geschlossen',
  activate: 'Lieferung begonnen',
  end: 'Vertrag beendet',
  cancel: 'Reservierung storniert',
  cancelled: 'Reservierung storniert',
  expire: 'Reservierung verfallen',
  withdraw: 'Widerruf',
  undone: 'Stornierung zurückgenommen',
  undo: 'Stornierung zurückgenommen',
  merge: 'Mit anderer Reservierung zusammengeführt',
  park_cancel: 'Park abgesagt',
}
