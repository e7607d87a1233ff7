import type { Shape } from './states'

export type EntryState = 'waiting' | 'offered' | 'accepted' | 'declined' | 'expired' | 'left'

/** Sun is an offer that runs; the rest differs in shape. */
export const ENTRY_STATES: Record<EntryState, { label: string; shape: Shape }> = {
  waiting: { label: 'Wartet', shape: 'outline' },
  offered: { label: 'Angebot läuft', shape: 'sunOutline' },
  accepted: { label: 'Angenommen', shape: 'done' },
  declined: { label: 'Abgelehnt', shape: 'crossedOnce' },
  expired: { label: 'Verfallen', shape: 'dashedDot' },
  left: { label: 'Ausgeschieden', shape: 'dashed' },
}

/** What another address of an entry leads to, told before it is set. */
export const addressConsequences = (isOffered: boolean): string[] => [
  'Der Eintrag bekommt die neue Adresse und behält seine Stelle.',
  isOffered
    ? 'Das Angebot geht sofort an die neue Adresse. Seine Frist bleibt.'
    : 'Die Bitte um Bestätigung geht sofort an die neue Adresse. Der Haushalt hat dafür 14 Tage; so lange wird ihm nichts angeboten.',
  'Links an die bisherige Adresse gelten nicht mehr.',
]
