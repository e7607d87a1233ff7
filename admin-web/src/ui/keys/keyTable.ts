/** The keys of the console: one table for the dialog of `?`, the feet of lists and the help pages. Pure. */

export interface Key {
  /** What is written on the key caps. */
  caps: readonly string[]
  /** What it does, as a row of the overview says it. */
  means: string
  /** The same in one or two words, for a foot. */
  short: string
  /** `event.key` of the keys that do it, where a page listens for single ones. */
  press: readonly string[]
}

/** Where keys work, in the order of the overview. */
export const KEY_GROUPS = [
  'Überall',
  'In einer Liste',
  'In einer Reservierung',
  'Auf der Seite Heute',
  'In einer Nachricht',
] as const
export type KeyGroup = (typeof KEY_GROUPS)[number]

const key = (caps: string, means: string, short: string, ...press: string[]): Key => ({
  caps: caps.split(' '),
  means,
  short,
  press,
})

export const KEYS = {
  search: key('Strg K', 'Haushalte, Seiten, Vorgänge und Hilfe suchen', 'suchen'),
  slash: key('/', 'dasselbe mit einer Taste', 'suchen', '/'),
  create: key('c', 'eine Reservierung anlegen', 'anlegen', 'c'),
  step: key('1 2 3 4', 'beim Anlegen: zu einem der vier Schritte', 'Schritt', '1', '2', '3', '4'),
  help: key('F1', 'Hilfe zu dieser Seite', 'Hilfe', 'F1'),
  keys: key('?', 'diese Übersicht der Tasten', 'Tasten', '?'),
  today: key('h', 'zur Seite Heute', 'Heute', 'h'),
  reservations: key('r', 'zu den Reservierungen', 'Reservierungen', 'r'),
  escape: key('Esc', 'schließen, die Auswahl aufheben', 'schließen', 'Escape'),
  move: key('j k', 'eine Zeile nach unten oder oben', 'bewegen', 'j', 'k'),
  open: key('Enter', 'die aktuelle Zeile öffnen', 'öffnen', 'Enter'),
  select: key('x', 'die aktuelle Zeile auswählen', 'auswählen', 'x'),
  filter: key('f', 'einen Filter setzen', 'filtern', 'f'),
  added: key('.', 'neue Zeilen oben zeigen', 'neue zeigen', '.'),
  density: key('Umschalt D', 'dichte oder weite Zeilen', 'dicht oder weit', 'D'),
  neighbours: key('j k', 'zur nächsten oder vorigen Reservierung der Liste', 'blättern', 'j', 'k'),
  note: key('n', 'eine Notiz schreiben', 'Notiz', 'n'),
  save: key('Strg Enter', 'die Notiz oder die neue Reservierung speichern', 'speichern'),
  operations: key('x', 'die Vorgänge öffnen', 'Vorgänge', 'x'),
  done: key('e', 'die Wiedervorlage ist erledigt', 'erledigt', 'e'),
  later: key('s', 'eine Wiedervorlage setzen oder verschieben', 'später', 's'),
  days: key('1 2 3', 'danach: morgen, am Montag oder in einer Woche', 'Tag wählen', '1', '2', '3'),
  edit: key('b', 'den Namen ändern, mit Tab weiter zur nächsten Angabe', 'ändern', 'b'),
  phone: key('t', 'die Telefonnummer anzeigen', 'Telefon', 't'),
  place: key('p', 'einen anderen Platz wählen', 'Platz', 'p'),
  takeBack: key('z', 'zurücknehmen, was Sie zuletzt geändert haben', 'rückgängig', 'z'),
  write: key('m', 'dem Haushalt schreiben', 'schreiben', 'm'),
  through: key('j k', 'zur nächsten oder vorigen Aufgabe', 'bewegen', 'j', 'k'),
  act: key('Enter', 'tun, was ansteht: antworten, anrufen, erstatten, öffnen', 'tun', 'Enter'),
  assign: key('a', 'die Aufgabe übernehmen, noch einmal: abgeben', 'zuweisen', 'a'),
  finish: key('e', 'die Aufgabe ist erledigt', 'erledigt', 'e'),
  snooze: key('s', 'sie später wieder vorlegen, dann 1, 2 oder 3', 'später', 's'),
  undo: key('z', 'die letzte Änderung zurücknehmen', 'zurück', 'z'),
  messages: key('j k', 'zur nächsten oder vorigen Nachricht', 'blättern', 'j', 'k'),
  answer: key('m', 'in das Feld der Antwort', 'antworten', 'm'),
  template: key('t', 'eine Antwortvorlage wählen', 'Vorlage', 't'),
  send: key('Strg Enter', 'die Antwort senden', 'senden'),
  withdraw: key('z', 'eine wartende Antwort zurückziehen', 'zurückziehen', 'z'),
  takeOver: key('b', 'eine neue Angabe der Nachricht in die Reservierung', 'übernehmen', 'b'),
  settle: key('e', 'der Schriftwechsel ist erledigt', 'erledigt', 'e'),
} as const satisfies Record<string, Key>

export type KeyName = keyof typeof KEYS

const GROUPED: Record<KeyGroup, readonly KeyName[]> = {
  Überall: ['search', 'slash', 'create', 'step', 'help', 'keys', 'today', 'reservations', 'escape'],
  'In einer Liste': ['move', 'open', 'select', 'filter', 'added', 'density'],
  'In einer Reservierung': [
    'neighbours',
    'note',
    'save',
    'operations',
    'edit',
    'phone',
    'place',
    'done',
    'later',
    'days',
    'takeBack',
    'write',
  ],
  'Auf der Seite Heute': ['through', 'act', 'assign', 'finish', 'snooze', 'undo'],
  'In einer Nachricht': [
    'messages',
    'answer',
    'template',
    'send',
    'withdraw',
    'takeOver',
    'settle',
  ],
}

/** The keys that work somewhere. */
export const keysOf = (group: KeyGroup): readonly Key[] => GROUPED[group].map((name) => KEYS[name])
