/** German words for the codes of the staff API that only the pages of reservations need. */

import { counted } from '@/lib/format'
import { formatDay } from './format'

/** The 1 € card check, as the server's sentences and files have it. */
export const DEPOSITS: Record<string, string> = {
  reserved: 'Offen',
  verified: 'Geprüft',
  refunded: 'Erstattet',
  failed: 'Gescheitert',
  waived: 'Erlassen',
}

/** A tag, or the day of a follow-up; none removes it. */
interface Marks {
  tag?: string | null
  day?: string | null
}

export interface OperationWords {
  /** On the button. */
  label: string
  /** In the timeline and on the banner to take it back. */
  past: string
  /** Afterwards: „Reservierung storniert“, for many „12 Reservierungen storniert“. Without it, `past` is said. */
  done?: string
}

export const OPERATIONS: Record<string, OperationWords> = {
  invite: { label: 'Einladen', past: 'Eingeladen', done: 'eingeladen' },
  decide: { label: 'Anteil festlegen', past: 'Anteil festgelegt' },
  order_contract: { label: 'Bestellung eintragen', past: 'Vertrag bestellt' },
  contract: { label: 'Vertrag eintragen', past: 'Vertrag eingetragen' },
  activate: { label: 'Lieferung beginnen', past: 'Lieferung begonnen' },
  end: { label: 'Beenden', past: 'Beendet', done: 'beendet' },
  cancel: { label: 'Stornieren', past: 'Storniert', done: 'storniert' },
  expire: { label: 'Verfallen lassen', past: 'Verfallen', done: 'verfallen' },
  withdraw: { label: 'Widerruf eintragen', past: 'Widerruf eingetragen' },
  verify_deposit: { label: 'Karte geprüft', past: 'Karte geprüft' },
  refund_deposit: { label: 'Erstattung vermerken', past: 'Erstattung vermerkt' },
  fail_deposit: { label: 'Kartenprüfung gescheitert', past: 'Kartenprüfung gescheitert' },
  waive_deposit: { label: 'Kartenprüfung erlassen', past: 'Kartenprüfung erlassen' },
  add_tag: { label: 'Merkmal setzen', past: 'Merkmal gesetzt' },
  remove_tag: { label: 'Merkmal entfernen', past: 'Merkmal entfernt' },
  set_follow_up: { label: 'Wiedervorlage setzen', past: 'Wiedervorlage geändert' },
  mark_price_checked: { label: 'Preis ist geprüft', past: 'Preis geprüft' },
  mark_not_duplicate: { label: 'Keine Dublette', past: 'Als keine Dublette vermerkt' },
  change_share: {
    label: 'Paket oder Zahlung ändern',
    past: 'Paket oder Zahlung geändert',
  },
  move_spot: { label: 'Platz wechseln', past: 'Platz gewechselt' },
  swap_spots: { label: 'Plätze tauschen', past: 'Plätze getauscht' },
  reopen: {
    label: 'Wieder aufnehmen',
    past: 'Wieder aufgenommen',
    done: 'wieder aufgenommen',
  },
  give_up: { label: 'Zurückgeben', past: 'Vom Haushalt zurückgegeben' },
  lapse: { label: 'Aufgeben', past: 'Ohne Bestätigung der Adresse aufgegeben' },
  lapse_invitation: { label: 'Aufgeben', past: 'Ohne Antwort auf die Einladung aufgegeben' },
  hand_over: { label: 'Übergeben', past: 'An einen anderen Haushalt übergeben' },
  transfer: { label: 'Vertrag übertragen', past: 'Vertrag an jemand anderen übertragen' },
  take_back_import: { label: 'Mit der Liste zurücknehmen', past: 'Mit ihrer Liste zurückgenommen' },
  edited: { label: 'Angaben ändern', past: 'Angaben geändert' },
  merge: { label: 'Zusammenführen', past: 'Zusammengeführt', done: 'zusammengeführt' },
}

export const operationPast = (name: string): string => OPERATIONS[name]?.past ?? name
export const operationLabel = (name: string): string => OPERATIONS[name]?.label ?? name

/** „Reservierung storniert.“, „12 Reservierungen storniert.“, „Wiedervorlage: 24.12.2026.“ */
export function doneWords(name: string, count: number, marks: Marks = {}): string {
  const done = OPERATIONS[name]?.done
  if (done) return count === 1 ? `Reservierung ${done}.` : `${count} Reservierungen ${done}.`
  const said = markWords(name, marks) ?? operationPast(name)
  return count === 1 ? `${said}.` : `${count} Reservierungen: ${said}.`
}

function markWords(name: string, { tag, day }: Marks): string | undefined {
  if (name === 'set_follow_up')
    return day ? `Wiedervorlage: ${formatDay(day)}` : 'Wiedervorlage entfernt'
  if (name === 'add_tag') return `Merkmal „${tag}“ gesetzt`
  if (name === 'remove_tag') return `Merkmal „${tag}“ entfernt`
  return undefined
}

const ACTIONS: Record<string, string> = {
  created: 'Reservierung eingegangen',
  flag_duplicate: 'Als mögliche Dublette erkannt',
  release_spot: 'Platz freigegeben',
  confirm_email: 'E-Mail-Adresse bestätigt',
  correct_email: 'E-Mail-Adresse nach dem Reservieren berichtigt',
  change_email: 'Neue E-Mail-Adresse bestätigt',
  change_contact: 'Name oder Telefon geändert',
  cancel_park: 'Mit dem Park abgesagt',
  order_contract: 'Vertrag bestellt',
  erase: 'Daten des Haushalts gelöscht',
  take_over_contract: 'Vertrag von jemand anderem übernommen',
  take_over: 'Von einem anderen Haushalt übernommen',
  ask_hand_over: 'Einem anderen Haushalt angeboten',
  hand_over_declined: 'Vom anderen Haushalt abgelehnt',
  hand_over_withdrawn: 'Angebot an anderen Haushalt zurückgezogen',
  hand_over_expired: 'Angebot an anderen Haushalt ohne Antwort',
  shorten_deadline: 'Frist für die Bestätigung verkürzt',
}

/** An entry of the timeline: „reservation.cancel“ → „Storniert“. */
export function actionName(action: string): string {
  const last = action.split(/[.:]/).at(-1) ?? action
  const undone = last.match(/^undo_?(.*)$/)?.[1]
  if (undone !== undefined)
    return undone ? `Rückgängig gemacht: ${operationPast(undone)}` : 'Rückgängig gemacht'
  return ACTIONS[last] ?? OPERATIONS[last]?.past ?? last.replaceAll('_', ' ')
}

/** What another address of an entry of the waiting list leads to, told before it is set. */
export const addressConsequences = (isOffered: boolean): string[] => [
  'Der Eintrag bekommt die neue Adresse und behält seine Stelle.',
  isOffered
    ? 'Die Mail mit dem Angebot geht sofort an die neue Adresse. Seine Frist bleibt.'
    : 'Die Mail mit der Bitte um Bestätigung geht sofort an die neue Adresse. Der Haushalt hat dafür 14 Tage; so lange wird ihm nichts angeboten.',
  'Links an die bisherige Adresse gelten nicht mehr.',
]

type Row = { detail: string | null }

/** What came of it; one that could not be taken back says why. */
export function undoneWords(done: number, refused: number, results: readonly Row[]): string {
  const words = counted(done, 'Rückgängig gemacht.', 'Änderungen rückgängig gemacht.')
  if (refused === 0) return words
  const reasons = [...new Set(results.flatMap(({ detail }) => detail ?? []))]
  const why = reasons.length === 1 ? reasons[0] : 'Die Gründe stehen bei den Reservierungen.'
  if (done === 0) return refused === 1 ? `${why}` : `Nichts zurückgenommen. ${why}`
  return `${words} Bei ${refused} ging es nicht. ${why}`
}
