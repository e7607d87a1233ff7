import type { Schemas } from '@/api/operations'
import { isSpotState, SPOT_STATES, type SpotState } from '@/ui/park/spotStates'

/** One spot. Marketing gets a pseudonym as `name`, and no reference. */
export type Spot = Schemas['SpotOut']
export type SpotEvent = Schemas['SpotEventOut']

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

/** What happened to a spot, in words: `tests/golden/reservation_words.json` holds every action there is. */
export function spotAction(action: string): string {
  const name = action.replace(/^(reservation|operation|park)\./, '')
  if (name.startsWith('undo_')) return `Zurückgenommen: ${spotAction(name.slice('undo_'.length))}`
  return SPOT_ACTIONS[name] ?? (isSpotState(name) ? SPOT_STATES[name].label : 'Geändert')
}

/** Keyed by what the server writes: the park's changes, and the operations on reservations. */
const SPOT_ACTIONS: Record<string, string> = {
  reserved: 'Reserviert',
  spots_blocked: 'Gesperrt',
  spots_released: 'Freigegeben',
  release_spot: 'Nach der Frist freigegeben',
  invite: 'Zum Vertrag eingeladen',
  contract: 'Vertrag geschlossen',
  activate: 'Lieferung begonnen',
  end: 'Vertrag beendet',
  cancel: 'Reservierung storniert',
  expire: 'Reservierung verfallen',
  lapse: 'Ohne Bestätigung der Adresse aufgegeben',
  lapse_invitation: 'Ohne Antwort auf die Einladung aufgegeben',
  withdraw: 'Widerruf',
  give_up: 'Vom Haushalt zurückgegeben',
  hand_over: 'An einen anderen Haushalt übergeben',
  transfer: 'Vertrag an jemand anderen übergeben',
  take_over_contract: 'Vertrag von jemand anderem übernommen',
  take_over: 'Von einem anderen Haushalt übernommen',
  merge: 'Mit anderer Reservierung zusammengeführt',
  take_back_import: 'Mit ihrer Liste zurückgenommen',
  cancel_park: 'Park abgesagt',
  move_spot: 'Platz gewechselt',
  swap_spots: 'Mit einem anderen Haushalt getauscht',
  reopen: 'Wieder aufgenommen',
}
