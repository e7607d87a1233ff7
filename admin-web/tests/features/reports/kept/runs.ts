import type { ReportLink } from '@/features/reports/kept/links/link'
import type { KeptReport, KeptRun, StandComparison } from '@/features/reports/kept/run'
import { column, overview } from '../reports'

export const link: ReportLink = {
  id: 3,
  run_id: 7,
  run_label: 'Kampagnen im Herbst',
  report: 'overview',
  title: 'Überblick',
  label: 'Stadtwerke',
  without_money: false,
  asked: [{ label: 'Kampagne', words: 'sommer' }],
  state: 'open',
  openings: 2,
  last_opened_at: '2026-11-22T09:00:00Z',
  created_at: '2026-11-21T20:00:00Z',
  created_by_name: 'Miriam Falk',
  answered_by_name: 'Miriam Falk',
  expires_at: '2026-12-21T23:00:00Z',
  revoked_at: null,
  revoked_by_name: null,
}

export const kept: KeptRun = {
  id: 7,
  report: 'overview',
  title: 'Überblick',
  label: 'Für die Bank',
  parameters: {
    from: '2026-11-20',
    to: '2026-11-21',
    compare: 'previous',
    with_bots: false,
    only_utm_source: ['google', ''],
  },
  asked: [{ label: 'Quelle', words: 'google, ohne Angabe' }],
  trigger: 'kept',
  state: 'generated',
  stand: {
    at: '2026-11-21T20:00:00Z',
    visits: 110_234,
    reservations: 620,
    version: '1',
    known_from: null,
    provisional: '',
    behind_seconds: null,
  },
  rows: 2,
  bytes: 900,
  sha256: 'ab'.repeat(32),
  sql_version: 'cd'.repeat(8),
  is_current_sql: true,
  created_at: '2026-11-21T20:00:00Z',
  created_by: 'staff:1',
  created_by_name: 'Miriam Falk',
  expires_at: null,
  may_remove: true,
}

export const keptReport: KeptReport = { run: kept, answer: overview }

export const reports = {
  data: [
    {
      name: 'overview',
      title: 'Überblick',
      question: 'Was kommt?',
      tables: { days: 'Nach Tagen' },
      parameters: [
        {
          name: 'look_back_days',
          label: 'Rückblick in Tagen',
          kind: 'whole',
          default: 30,
          least: 1,
          most: 90,
          choices: null,
        },
        {
          name: 'field',
          label: 'Feld',
          kind: 'choice',
          default: 'utm_source',
          least: null,
          most: null,
          choices: ['utm_source'],
        },
      ],
    },
  ],
}

export const comparison: StandComparison = {
  before: { run_id: 7, label: 'Für die Bank', at: '2026-11-21T20:00:00Z' },
  after: { run_id: null, label: null, at: '2026-11-21T21:00:00Z' },
  remarks: ['Dazwischen liegt 1 Tag: Was der Bericht von heute aus rechnet, rückt mit.'],
  happened: [
    {
      at: '2026-11-21T20:30:00Z',
      words: 'Neue Reservierung: 2 Reservierungen',
      actor: 'household',
      actor_name: null,
      path: null,
    },
    {
      at: '2026-11-21T20:31:00Z',
      words: 'Quelle: „fb“ zählt jetzt als „facebook“',
      actor: 'staff:2',
      actor_name: 'Lena Voss',
      path: '/aliases/assigned',
    },
  ],
  total_happened: 201,
  tables: [
    {
      name: 'days',
      title: 'Nach Tagen',
      columns: [
        column('day', 'day', 'Tag'),
        column('visitors', 'count', 'Besucher'),
        column('visitors_before', 'count', 'Besucher, davor'),
        column('cost', 'cents', 'Kosten'),
      ],
      rows: [
        {
          key: { day: '2026-11-20' },
          change: 'changed',
          figures: [
            { column: 'cost', before: null, after: 4990 },
            { column: 'visitors', before: 12, after: 9 },
          ],
        },
        {
          key: { day: '2026-11-21' },
          change: 'added',
          figures: [
            { column: 'visitors', before: null, after: 18 },
            { column: 'visitors_before', before: null, after: 20 },
            { column: 'cost', before: null, after: 0 },
          ],
        },
      ],
      total_rows: 2,
      sums: [{ column: 'visitors', before: 12, after: 30 }],
    },
  ],
}
