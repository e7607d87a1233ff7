import { expect, test } from 'vitest'
import {
  byGroup,
  type Check,
  countInWords,
  exampleOf,
  hoursInWords,
  inOrder,
  type Level,
  meaningOf,
  notInOrder,
  parts,
  summaryOf,
  tookWords,
} from '@/features/state/state'

function check(name: string, level: Level, group_title = 'Mails'): Check {
  return {
    ...{ name, group: 'mails', group_title, level, looked_at: '2026-11-27T03:00:00Z' },
    ...{ title: name, words: '', means: '', helps: '', path: null, job: null, steps: [] },
    ...{ rules: [], confirms: null, confirmed_at: null, confirmed_by_name: null },
  }
}

test('the heading counts faults before hints, and says so when there is nothing', () => {
  const fine = [check('a', 'ok'), check('b', 'unknown')]
  expect(summaryOf(fine)).toBe('Alles läuft, wie es soll.')
  expect(meaningOf('ok')).toBe('Zu tun ist nichts.')
  expect(summaryOf([...fine, check('c', 'hint')])).toBe('Ein Hinweis')
  expect(summaryOf([check('c', 'hint'), check('d', 'fault'), check('e', 'hint')])).toBe(
    'Ein Fehler und 2 Hinweise',
  )
  expect(summaryOf([check('c', 'fault'), check('d', 'fault')])).toBe('2 Fehler')
})

test('what is not in order stands first, the worst of it before the rest, which is folded by group', () => {
  const found = [
    check('a', 'ok', 'Datenbank'),
    check('b', 'hint', 'Mails'),
    check('c', 'unknown', 'Mails'),
    check('d', 'fault', 'Abläufe'),
    check('e', 'ok', 'Rechner'),
    check('f', 'ok', 'Datenbank'),
    check('g', 'fault', 'Rechner'),
  ]
  const names = (checks: readonly Check[]) => checks.map(({ name }) => name)
  expect(names(notInOrder(found))).toEqual(['d', 'g', 'b', 'c'])
  const fine = inOrder(found)
  expect(countInWords(fine)).toBe('3 Prüfungen in Ordnung')
  expect(countInWords(fine.slice(1, 2))).toBe('Eine Prüfung in Ordnung')
  expect(byGroup(fine).map(({ title, checks }) => [title, names(checks)])).toEqual([
    ['Datenbank', ['a', 'f']],
    ['Rechner', ['e']],
  ])
})

test.each([
  ['spot', 'ingolstadt:17', 'Platz 17 (ingolstadt)', null],
  ['park', 'ingolstadt', 'Park ingolstadt', '/parks/ingolstadt/show'],
  ['reservation', '5', 'Reservierung 5', '/reservations/5/show'],
  ['log_entry', '9', 'Eintrag im Protokoll 9', null],
] as const)(
  'a row that breaks a rule has words, and its page where it has one: %s',
  (kind, id, words, path) => {
    expect(exampleOf({ kind }, id)).toEqual({ words, path })
  },
)

test('a step tells how long it took', () => {
  expect([null, 40, 240, 3_000].map(tookWords)).toEqual([null, 'unter 0,1 s', '0,2 s', '3,0 s'])
})

test('what is typed stands between backticks', () => {
  expect(parts('Rufen Sie `voltigo doctor` auf.')).toEqual([
    'Rufen Sie ',
    'voltigo doctor',
    ' auf.',
  ])
})

test('hours in words name failures and the hour of the last', () => {
  const hour = (at: string, done: number, failed: number) => ({ begins_at: at, done, failed })
  expect(hoursInWords([hour('2026-11-27T01:00:00Z', 0, 0)])).toBe(
    'Noch kein Lauf zu Ende gegangen.',
  )
  expect(hoursInWords([hour('2026-11-27T01:00:00Z', 1, 0)])).toBe('Ein Lauf, keiner gescheitert.')
  const mixed = [hour('2026-11-27T01:00:00Z', 3, 1), hour('2026-11-27T02:00:00Z', 4, 0)]
  expect(hoursInWords(mixed)).toBe('8 Läufe, 1 davon gescheitert, zuletzt nach 02:00 Uhr.')
})
