import { describe, expect, it } from 'vitest'
import { ACTION_CHOICES } from '@/audit/actions'
import { type AuditEntry, subjectOf } from '@/audit/entry'
import { entrySentence, SENTENCES } from '@/audit/sentences'
import { resultWords } from '@/audit/VerifyButton'

const entry = (action: string, subject: string, details = {}, actor = 'staff:2'): AuditEntry => ({
  id: 1,
  at: '2026-11-23T10:00:00Z',
  actor,
  actor_name: actor === 'staff:2' ? 'Miriam Falk' : null,
  action,
  subject,
  details,
})

describe('an entry of the log', () => {
  it.each([
    [entry('reservation.cancel', 'reservation:17'), 'Miriam Falk hat Reservierung 17 storniert.'],
    [
      entry('operation.cancel', 'operation:3', { ids: [17, 18, 19] }),
      'Miriam Falk hat 3 Reservierungen storniert.',
    ],
    [
      entry('park.spots_blocked', 'park:ingolstadt', { numbers: [143] }),
      'Miriam Falk hat in Park ingolstadt 1 Platz gesperrt.',
    ],
    [
      entry('reservation.reserved', 'reservation:9', {}, 'household'),
      'Ein Haushalt hat einen Platz reserviert (Reservierung 9).',
    ],
    [
      entry('staff.role_changed', 'staff:3', { from: 'marketing', to: 'staff' }),
      'Miriam Falk hat Konto 3 eine andere Rolle gegeben: Marketing → Sachbearbeitung.',
    ],
    [
      entry('export.fetched', 'reservations', { rows: 1299 }),
      'Miriam Falk hat 1.299 Zeilen exportiert.',
    ],
    [
      entry('reservation.undo_cancel', 'reservation:17'),
      'Miriam Falk hat den letzten Schritt an Reservierung 17 zurückgenommen.',
    ],
    [
      entry('reservation.release_spot', 'reservation:17', { spot: 4 }, 'system'),
      'Das System hat nach der Rücknahmefrist den Platz 4 freigegeben (Reservierung 17).',
    ],
    [
      entry('alias.added', 'alias:4', { field: 'utm_source', raw: 'fb', canonical: 'facebook' }),
      'Miriam Falk hat eine Schreibweise zugeordnet: Quelle „fb“ zählt als „facebook“.',
    ],
    [
      entry('note.removed', 'note:2', { day: '2026-11-12', campaign_id: null }),
      'Miriam Falk hat eine Anmerkung gelöscht, für den 12.11.2026.',
    ],
    [
      entry('report_run.delivered', 'report_run:41', { schedule: 7 }, 'system'),
      'Das System hat einen Bericht an alle Empfänger zugestellt (Lauf 41).',
    ],
    [
      entry('report_run.frozen', 'report_run:8'),
      'Miriam Falk hat einen Bericht festgehalten (Festgehaltener Bericht 8).',
    ],
    [
      entry('job.paused', 'job:report-schedule:4'),
      'Miriam Falk hat den Ablauf report-schedule:4 angehalten.',
    ],
    [
      entry('report_schedule.paused', 'report_schedule:4'),
      'Miriam Falk hat einen Zeitplan für einen Bericht angehalten (Zeitplan 4).',
    ],
  ])('%# is a German sentence', (given, sentence) => {
    expect(entrySentence(given)).toBe(sentence)
  })

  it('of an unknown action is named as the server names it', () => {
    expect(entrySentence(entry('kite.flown', 'kite:1'))).toBe(
      'Miriam Falk hat „kite.flown“ ausgeführt (kite:1).',
    )
  })

  it('of a known action leaves no place unfilled', () => {
    for (const action of Object.keys(SENTENCES))
      expect(entrySentence(entry(action, 'reservation:1')), action).not.toMatch(/[{}]/)
  })
})

it('offers each action once, without the places of its sentence', () => {
  const words = ACTION_CHOICES.map(([, word]) => word)
  expect(new Set(words).size).toBe(words.length)
  expect(words.join()).not.toMatch(/[{}]/)
  expect(words).toContain('einen Kurzlink angelegt')
  expect(words).toContain('eine Anmerkung gelöscht')
})

it('says whether the chain holds', () => {
  expect(resultWords({ entries: 1204, first_broken: null })).toBe(
    'Alle 1.204 Einträge sind unverändert.',
  )
  expect(resultWords({ entries: 5, first_broken: 3 })).toContain('ab Eintrag 3 verändert')
})

describe('the way from an entry', () => {
  it.each([
    ['report_run.generated', { schedule: 7 }, '/reports/kept/41'],
    ['report_run.delivered', { schedule: 7 }, '/reports/kept/41'],
    ['report_run.failed', { schedule: 7, why: 'computing' }, '/reports/schedules/7'],
    ['report_run.failed', { schedule: 7, why: 'delivery' }, '/reports/schedules/7'],
    ['report_run.frozen', {}, '/reports/kept/41'],
  ])('%s of a run leads to where it can be seen', (action, details, path) => {
    expect(subjectOf(entry(action, 'report_run:41', details)).path).toBe(path)
  })
})
