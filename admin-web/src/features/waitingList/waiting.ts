import type { RecordOf } from '@/api/dataProvider'
import type { Schemas } from '@/api/operations'
import { counted, formatKwh, formatMoment, formatNumber } from '@/lib/format'
import { addressConsequences } from '@/lib/operationWords'
import type { Run } from '@/ui/park/spotStates'

/** An entry of the waiting list with its history. */
export type Entry = Schemas['WaitingEntryOut']
export type EntryRow = RecordOf<'waiting-list'>
export type WaitingPark = Schemas['WaitingParkOut']
export type StepName = Entry['steps'][number]
type EntryEvent = Entry['history'][number]

/** The button of a step, and what is told once it is done. */
export const STEPS: Record<StepName, { button: string; done: string; mail?: string }> = {
  offer: { button: 'Platz anbieten', done: 'Angeboten.', mail: 'Die Mail' },
  skip: { button: 'Einmal auslassen', done: 'Wird beim nächsten Angebot ausgelassen.' },
  move: { button: 'Verschieben', done: 'Verschoben.' },
  note: { button: 'Notiz', done: 'Notiert.' },
  correct_address: {
    button: 'Adresse berichtigen',
    done: 'Adresse berichtigt.',
    mail: 'Die Mail',
  },
  take_off: { button: 'Von der Liste nehmen', done: 'Von der Liste genommen.' },
}

/** How often an offer may pass a household. */
export const MOST_PASSES = 3

/** What a step leads to, told before it is taken. */
export function consequences(entry: Entry, step: StepName, position: number | null): string[] {
  switch (step) {
    case 'offer':
      return offerWords(entry)
    case 'skip':
      return [
        'Das nächste Angebot geht an diesem Haushalt vorbei. Er erfährt es dann per Mail.',
        `Seine Stelle behält er. Das zählt als ${entry.passed + 1}. von ${entry.most_passes} Malen.`,
      ]
    case 'move':
      return [moveWords(entry, position), 'Es geht keine Mail hinaus.']
    case 'note':
      return ['Die Notiz steht danach im Verlauf. Am Eintrag ändert sich nichts.']
    case 'correct_address':
      return addressConsequences(entry.state === 'offered')
    case 'take_off':
      return [
        'Der Eintrag endet, und der Haushalt erhält eine Mail.',
        ...(entry.offered_spot === null
          ? []
          : [`Platz ${entry.offered_spot} geht sofort an den nächsten Haushalt.`]),
        'Das lässt sich nicht rückgängig machen: Neu eintragen kann er sich nur ans Ende.',
      ]
  }
}

function offerWords({ position }: Entry): string[] {
  const ahead = (position ?? 1) - 1
  const first = [
    'Der niedrigste freie Platz wird 72 Stunden für diesen Haushalt gehalten. Er erhält sofort eine Mail.',
  ]
  if (ahead === 0) return first
  const who =
    ahead === 1
      ? 'Der Haushalt, der vor ihm steht und warten kann, wird übergangen'
      : `Wer von den ${ahead} Haushalten vor ihm warten kann, wird übergangen`
  return [...first, `${who} und erfährt es per Mail, höchstens ${MOST_PASSES}-mal.`]
}

function moveWords(entry: Entry, position: number | null): string {
  if (position === null) return `Jetzt an Stelle ${entry.position}.`
  if (position === entry.position) return `Er steht schon an Stelle ${position}.`
  return `Von Stelle ${entry.position} an Stelle ${formatNumber(position)}. Wer dazwischen steht, rückt um eine Stelle.`
}

/** The spots of a park as a picture: each cell a spot, sorted by what it is. */
export function runsOf(park: WaitingPark): Run[] {
  const parts: [Run['state'], number][] = [
    ['reserved', park.active],
    ['undo', park.held],
    ['offer', park.offered],
    ['blocked', park.blocked],
    ['free', park.free],
  ]
  let last = 0
  return parts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => {
      const first = last + 1
      last += count
      return { state, first, last }
    })
}

/** „500 Plätze: 494 vergeben, 2 gehalten, 1 angeboten, 3 gesperrt, 0 frei“. */
export function sumWords(park: WaitingPark): string {
  const parts = PARTS.map(({ name, words }) => `${formatNumber(park[name])} ${words}`)
  return `${formatNumber(park.limit)} Plätze: ${parts.join(', ')}.`
}

/** What the spots of a park are divided into, in the order of the picture. */
export const PARTS = [
  { name: 'active', state: 'reserved', label: 'Vergeben', words: 'vergeben' },
  { name: 'held', state: 'undo', label: 'Gehalten', words: 'gehalten' },
  { name: 'offered', state: 'offer', label: 'Angeboten', words: 'angeboten' },
  { name: 'blocked', state: 'blocked', label: 'Gesperrt', words: 'gesperrt' },
  { name: 'free', state: 'free', label: 'Frei', words: 'frei' },
] as const

/** How many wait, and how many of them cannot be offered anything yet. */
export function waitingWords({ waiting, unconfirmed }: WaitingPark): string {
  const all = waiting + unconfirmed
  if (all === 0) return 'Niemand wartet.'
  const who = counted(all, 'Ein Haushalt wartet', 'Haushalte warten')
  if (unconfirmed === 0) return `${who}.`
  return `${who}, ${formatNumber(unconfirmed)} davon ohne bestätigte Adresse.`
}

const PASSED_WHY: Record<string, string> = {
  too_large: 'es war weniger frei als gewünscht',
  skipped: 'wie von uns festgelegt',
  by_staff: 'der Platz wurde einem anderen angeboten',
}

const kwh = (value: unknown): string => formatKwh(Number(value))

/** What happened, for the history. */
export function eventWords({ action, details }: EntryEvent): string {
  switch (action) {
    case 'joined':
      return 'Eingetragen'
    case 'asked_to_confirm':
      return 'Reserviert, erst zu bestätigen'
    case 'confirmed':
      return 'Adresse bestätigt'
    case 'wish_changed':
      return `Paket geändert: ${kwh(details.before_kwh)} → ${kwh(details.after_kwh)}`
    case 'offered':
      return `Platz ${details.spot} mit ${kwh(details.kwh)} angeboten`
    case 'offer_accepted':
      return `Platz ${details.spot} angenommen`
    case 'offer_declined':
      return `Platz ${details.spot} abgelehnt`
    case 'offer_expired':
      return `Angebot für Platz ${details.spot} ohne Antwort abgelaufen`
    case 'offer_withdrawn':
      return `Angebot für Platz ${details.spot} zurückgezogen`
    case 'passed':
      return `Übergangen: ${PASSED_WHY[String(details.why)] ?? 'ein anderer war an der Reihe'}`
    case 'skipped':
      return 'Wird einmal ausgelassen'
    case 'moved':
      return `Verschoben: Stelle ${details.before} → ${details.after}`
    case 'noted':
      return 'Notiz'
    case 'address_corrected':
      return 'Adresse berichtigt'
    case 'left':
      return 'Selbst ausgetragen'
    case 'taken_off':
      return 'Von der Liste genommen'
    case 'unconfirmed':
      return 'Beendet: Adresse nicht bestätigt'
    case 'park_cancelled':
      return 'Beendet: Park abgesagt'
    default:
      return action
  }
}

const ACTORS: Record<EntryEvent['actor'], string> = {
  household: 'Haushalt',
  system: 'Automatisch',
  staff: 'Jemand',
}

export const actorWords = ({ by_name, actor }: EntryEvent): string => by_name ?? ACTORS[actor]

/** „Platz 217, bis 25.11.2026, 19:42 Uhr“. */
export const offerLine = ({
  offered_spot,
  offer_ends_at,
}: Pick<Entry, 'offered_spot' | 'offer_ends_at'>): string =>
  offered_spot === null || offer_ends_at === null
    ? ''
    : `Platz ${offered_spot}, bis ${formatMoment(offer_ends_at)}`
