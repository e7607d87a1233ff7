import { expect, test } from 'vitest'
import {
  grouped,
  hoursInWords,
  type Level,
  meaningOf,
  type OperationCheck,
  parts,
  summaryOf,
} from '@/features/operation/operation'

function check(name: string, level: Level, group_title = 'Mails'): OperationCheck {
  const words = { title: name, words: '', means: '', helps: '', path: null }
  return { name, group: 'mails', group_title, level, looked_at: '2026-11-27T03:00:00Z', ...words }
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

test('groups stand by the worst of their checks, equal ones as the server has them', () => {
  const found = grouped([
    check('a', 'ok', 'Datenbank'),
    check('b', 'hint', 'Mails'),
    check('c', 'fault', 'Abläufe'),
    check('d', 'ok', 'Rechner'),
  ])
  expect(found.map(({ title }) => title)).toEqual(['Abläufe', 'Mails', 'Datenbank', 'Rechner'])
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
