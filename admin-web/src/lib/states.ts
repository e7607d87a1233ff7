/** The layers of each drawing on 20 × 14, bottom first: class of the style sheet, path. */
export const SHAPES = {
  sun: [['c-sun', 'M1 1h18v12H1z']],
  full: [['c-module', 'M1 1h18v12H1z']],
  half: [
    ['c-invited', 'M1 1h18v12H1z'],
    ['c-pine', 'M1 1h9v12H1z'],
  ],
  notch: [
    ['c-pine', 'M1 1h18v12H1z'],
    ['c-notch', 'M6 7h8'],
  ],
  notches: [
    ['c-pine', 'M1 1h18v12H1z'],
    ['c-notch', 'M5 5h10M5 9h10'],
  ],
  sunOutline: [['c-held', 'M2 2h16v10H2z']],
  diagonal: [
    ['c-blocked', 'M1 1h18v12H1z'],
    ['c-line', 'M1 13L19 1'],
  ],
  outline: [['c-free', 'M1 1h18v12H1z']],
  dashed: [['c-ended', 'M1 1h18v12H1z']],
  crossed: [
    ['c-ended', 'M1 1h18v12H1z'],
    ['c-line', 'M6 4l8 6M14 4l-8 6'],
  ],
  dashedDot: [
    ['c-ended', 'M1 1h18v12H1z'],
    ['c-line', 'M8.5 7h3'],
  ],
  crossedOnce: [
    ['c-ended', 'M1 1h18v12H1z'],
    ['c-line', 'M6 4l8 6'],
  ],
  barred: [
    ['c-ended', 'M1 1h18v12H1z'],
    ['c-line', 'M7 3v8M10 3v8M13 3v8'],
  ],
  undecided: [
    ['c-invited', 'M1 1h18v12H1z'],
    ['c-line', 'M5.5 7h1.5M9.25 7h1.5M13 7h1.5'],
  ],
  done: [
    ['c-pine', 'M1 1h18v12H1z'],
    ['c-notch', 'M6 7l3 3 5-6'],
  ],
  failed: [
    ['c-error', 'M1 1h18v12H1z'],
    ['c-notch', 'M6.5 4l7 6M13.5 4l-7 6'],
  ],
  failedHalf: [
    ['c-missing', 'M1.5 1.5h17v11h-17z'],
    ['c-error', 'M1 1h9v12H1z'],
  ],
  missed: [
    ['c-missing', 'M1.5 1.5h17v11h-17z'],
    ['c-line', 'M10 3.5v4.3M10 9.6v1.2'],
  ],
  paused: [
    ['c-blocked', 'M1 1h18v12H1z'],
    ['c-line', 'M8 3.5v7M12 3.5v7'],
  ],
} as const satisfies Record<string, readonly Layer[]>

export type Shape = keyof typeof SHAPES
type Layer = readonly [className: string, path: string]

interface StateLook {
  /** On marks, headings and in pictures, where there is little room. */
  label: string
  /** In sentences and tables, as mails and files have it; given where it is not the label. */
  words?: string
  shape: Shape
}

/** The states of reservations and spots in German, and which drawing of a cell stands for each. */
export const STATES = {
  new: { label: 'Neu', shape: 'sun' },
  reserved: { label: 'Reserviert', shape: 'full' },
  invited: { label: 'Eingeladen', shape: 'half' },
  contracted: { label: 'Vertrag', words: 'Vertrag geschlossen', shape: 'notch' },
  active: { label: 'Aktiv', shape: 'notches' },
  held: { label: 'Gehalten', shape: 'sunOutline' },
  blocked: { label: 'Gesperrt', shape: 'diagonal' },
  free: { label: 'Frei', shape: 'outline' },
  ended: { label: 'Beendet', shape: 'dashed' },
  cancelled: { label: 'Storniert', shape: 'crossed' },
  expired: { label: 'Verfallen', shape: 'dashedDot' },
  withdrawn: { label: 'Widerrufen', shape: 'crossedOnce' },
  park_cancelled: { label: 'Park abgesagt', shape: 'barred' },
} as const satisfies Record<string, StateLook>

export type StateName = keyof typeof STATES

/** The states of reservations, from the newest to what is over. */
export const RESERVATION_STATES = [
  'reserved',
  'invited',
  'contracted',
  'active',
  'ended',
  'cancelled',
  'expired',
  'withdrawn',
  'park_cancelled',
] as const satisfies readonly StateName[]

export function isState(name: string): name is StateName {
  return name in STATES
}

/** A state as marks and headings call it. */
export const stateLabel = (name: string): string => (isState(name) ? STATES[name].label : name)

/** A state as sentences and tables call it: „Vertrag geschlossen“. */
export function stateWords(name: string): string {
  if (!isState(name)) return name
  const { label, words }: StateLook = STATES[name]
  return words ?? label
}

/** The state of a household's order. The sun's yellow marks what waits for a decision. */
export const CONTRACT_STATES = {
  asked: { label: 'Raten zu entscheiden', shape: 'sun' },
  concluded: { label: 'Geschlossen', shape: 'notch' },
  declined: { label: 'Raten abgelehnt', shape: 'crossed' },
  dropped: { label: 'Hinfällig', shape: 'dashed' },
} as const satisfies Record<string, StateLook>

/** A contract that has ended looks like its reservation, whose state says how. */
export const contractLook = ({ state, reservation_state }: ContractStates): StateLook =>
  state === 'concluded' && !['contracted', 'active'].includes(reservation_state)
    ? STATES[reservation_state]
    : CONTRACT_STATES[state]

interface ContractStates {
  state: keyof typeof CONTRACT_STATES
  reservation_state: StateName
}

/** How an entry of the waiting list stands. */
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
