// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { type AuditEntry, actorWords, subjectOf } from '@/features/audit/entry'
import { resultWords } from '@/features/audit/VerifyButton'
import { predicate, SENTENCES } from '@/features/audit/words/sentences'

const about = (subject: string, name: string, household: string | null = null) => ({
  subject,
  name,
  household,
})

const entry = (action: string, subject: string, details = {}, actor = 'staff:2'): AuditEntry => ({
  id: 1,
  at: '2026-11-23T10:00:00Z',
  actor,
  actor_name: actor === 'staff:2' ? 'Miriam Falk' : null,
  action,
  subject,
  about: null,
  reservations: null,
  details,
})

const entrySentence = (entry: AuditEntry) => `${actorWords(entry)} ${predicate(entry)}`

describe('an entry of the log', () => {
  it.each([
    [entry('reservation.cancel', 'reservation:17'), 'Miriam Falk hat Reservierung 17 storniert.'],
    [
      { ...entry('operation.cancel', 'operation:3', { ids: [17, 18, 19] }), reservations: 3 },
      'Miriam Falk hat 3 Reservierungen storniert.',
    ],
    [
      {
        ...entry('operation.cancel', 'operation:3', { ids: [17] }),
        about: about('reservation:17', 'VG-7K3M-Q2XH', 'Anna Huber'),
        reservations: 1,
      },
      'Miriam Falk hat Reservierung VG-7K3M-Q2XH von Anna Huber storniert.',
    ],
    [
      {
        ...entry('operation.undo_cancel', 'operation:3', { ids: [17] }),
        about: about('reservation:17', 'VG-7K3M-Q2XH'),
        reservations: 1,
      },
      'Miriam Falk hat den letzten Schritt an Reservierung VG-7K3M-Q2XH zurückgenommen.',
    ],
    [
      {
        ...entry('mail.resent', 'mail:9'),
        about: about('mail:9', 'Ihr Platz ist reserviert', 'Anna Huber'),
      },
      'Miriam Falk hat Mail „Ihr Platz ist reserviert“ an Anna Huber erneut gesendet.',
    ],
    [
      { ...entry('park.paused', 'park:ingolstadt'), about: about('park:ingolstadt', 'Ingolstadt') },
      'Miriam Falk hat die Reservierungen in Park Ingolstadt angehalten.',
    ],
    [
      { ...entry('staff.disabled', 'account:3'), about: about('account:3', 'Kim Berger') },
      'Miriam Falk hat Kim Berger deaktiviert.',
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
      'Miriam Falk hat 1.299 Zeilen exportiert (Reservierungen).',
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
      entry('alias.added', 'alias:4', { field: 'utm_source', canonical: 'facebook' }),
      'Miriam Falk hat eine Schreibweise zugeordnet: Sie zählt als Quelle „facebook“.',
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
      entry('report_run.kept', 'report_run:8'),
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

it('says whether the chain holds', () => {
  expect(resultWords({ entries: 1204, first_broken: null })).toBe(
    'Alle 1.204 Einträge sind unverändert.',
  )
  expect(resultWords({ entries: 5, first_broken: 3 })).toContain('ab Eintrag 3 verändert')
})

describe('the way from an entry', () => {
  it('of an operation with one reservation leads to that', () => {
    const one = {
      ...entry('operation.cancel', 'operation:3', { ids: [17] }),
      about: about('reservation:17', 'VG-7K3M-Q2XH'),
    }
    expect(subjectOf(one).path).toBe('/reservations/17/show')
  })

  it.each([
    ['report_run.generated', { schedule: 7 }, '/reports/kept/41'],
    ['report_run.delivered', { schedule: 7 }, '/reports/kept/41'],
    ['report_run.failed', { schedule: 7, why: 'computing' }, '/reports/schedules/7'],
    ['report_run.failed', { schedule: 7, why: 'delivery' }, '/reports/schedules/7'],
    ['report_run.kept', {}, '/reports/kept/41'],
  ])('%s of a run leads to where it can be seen', (action, details, path) => {
    expect(subjectOf(entry(action, 'report_run:41', details)).path).toBe(path)
  })
})
