/** German words for the codes of the staff API that only the pages of reservations need. */

/** The 1 € card check, as the server's sentences and files have it. */
export const DEPOSITS: Record<string, string> = {
  reserved: 'Vorgemerkt',
  verified: 'Geprüft',
  refunded: 'Erstattet',
  failed: 'Gescheitert',
  waived: 'Erlassen',
}

export interface OperationWords {
  /** On the button. */
  label: string
  /** In the timeline and on the banner to take it back. */
  past: string
  /** Afterwards: „Reservierung storniert“, and for many „12 Reservierungen storniert“. */
  done: string
}

export const OPERATIONS: Record<string, OperationWords> = {
  invite: { label: 'Einladen', past: 'Eingeladen', done: 'eingeladen' },
  contract: { label: 'Vertrag eintragen', past: 'Vertrag eingetragen', done: 'mit Vertrag' },
  activate: { label: 'Lieferung beginnen', past: 'Lieferung begonnen', done: 'aktiv' },
  end: { label: 'Beenden', past: 'Beendet', done: 'beendet' },
  cancel: { label: 'Stornieren', past: 'Storniert', done: 'storniert' },
  expire: { label: 'Verfallen lassen', past: 'Verfallen', done: 'verfallen' },
  withdraw: { label: 'Widerruf eintragen', past: 'Widerruf eingetragen', done: 'widerrufen' },
  verify_deposit: { label: 'Karte geprüft', past: 'Karte geprüft', done: 'mit geprüfter Karte' },
  refund_deposit: {
    label: '1 € erstattet',
    past: '1 € erstattet',
    done: 'mit erstatteter Kartenprüfung',
  },
  fail_deposit: {
    label: 'Kartenprüfung gescheitert',
    past: 'Kartenprüfung gescheitert',
    done: 'mit gescheiterter Kartenprüfung',
  },
  waive_deposit: {
    label: 'Kartenprüfung erlassen',
    past: 'Kartenprüfung erlassen',
    done: 'ohne Kartenprüfung',
  },
  add_tag: { label: 'Merkmal setzen', past: 'Merkmal gesetzt', done: 'mit neuem Merkmal' },
  remove_tag: { label: 'Merkmal entfernen', past: 'Merkmal entfernt', done: 'ohne das Merkmal' },
  set_follow_up: {
    label: 'Wiedervorlage setzen',
    past: 'Wiedervorlage geändert',
    done: 'mit neuer Wiedervorlage',
  },
  mark_price_checked: {
    label: 'Preis ist geprüft',
    past: 'Preis geprüft',
    done: 'mit geprüftem Preis',
  },
  mark_not_duplicate: {
    label: 'Kein Doppel',
    past: 'Als kein Doppel vermerkt',
    done: 'als kein Doppel vermerkt',
  },
  merge: { label: 'Zusammenführen', past: 'Zusammengeführt', done: 'zusammengeführt' },
}

export const operationPast = (name: string): string => OPERATIONS[name]?.past ?? name
export const operationLabel = (name: string): string => OPERATIONS[name]?.label ?? name

/** „Reservierung storniert“ or „12 Reservierungen storniert“. */
export function doneWords(name: string, count: number): string {
  const done = OPERATIONS[name]?.done ?? 'geändert'
  return count === 1 ? `Reservierung ${done}.` : `${count} Reservierungen ${done}.`
}

const ACTIONS: Record<string, string> = {
  created: 'Reservierung eingegangen',
  edited: 'Angaben geändert',
  flag_duplicate: 'Als mögliches Doppel erkannt',
  release_spot: 'Platz freigegeben',
}

/** An entry of the timeline: „reservation.cancel“ → „Storniert“. */
export function actionName(action: string): string {
  const last = action.split(/[.:]/).at(-1) ?? action
  const undone = last.match(/^undo_?(.*)$/)?.[1]
  if (undone !== undefined)
    return undone ? `Rückgängig gemacht: ${operationPast(undone)}` : 'Rückgängig gemacht'
  return ACTIONS[last] ?? OPERATIONS[last]?.past ?? last.replaceAll('_', ' ')
}
