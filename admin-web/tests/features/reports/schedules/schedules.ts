import { vi } from 'vitest'
import type {
  Offer,
  Preview,
  Recipient,
  ReportInfo,
  Schedule,
  ScheduledRun,
  ScheduleInput,
} from '@/features/reports/schedules/schedule'
import { callOf } from '../../../server'
import { column } from '../reports'

export const reports: { data: ReportInfo[] } = {
  data: [
    {
      name: 'overview',
      title: 'Überblick',
      question: 'Was kommt, was kostet es, was bleibt?',
      tables: { totals: 'Im ganzen Zeitraum', days: 'Tag für Tag' },
      columns: {
        totals: [
          column('visitors', 'count', 'Besucher', 'Menschen.'),
          column('conversion', 'share_ppm', 'Quote', 'Je Besucher.'),
          column('cost_cents', 'cents', 'Kosten', 'Eingetragen.'),
        ],
        days: [column('day', 'day', 'Tag', 'Tag in Berlin')],
      },
      parameters: [
        parameter('from', 'day'),
        parameter('to', 'day'),
        { ...parameter('compare', 'choice'), default: 'none', choices: ['none', 'previous'] },
        { ...parameter('with_bots', 'flag'), default: false },
        parameter('only_utm_source', 'texts'),
      ],
    },
    {
      name: 'models',
      title: 'Modelle',
      question: 'Wer bekommt die Reservierung zugeschrieben?',
      tables: { campaigns: 'Nach Kampagnen' },
      columns: {},
      parameters: [
        parameter('from', 'day'),
        parameter('to', 'day'),
        { ...parameter('model', 'choice'), default: 'last', choices: ['last', 'first'] },
        { ...parameter('look_back_days', 'whole'), default: 30, least: 1, most: 365 },
      ],
    },
    {
      name: 'capacity',
      title: 'Auslastung',
      question: 'Wie voll ist der Park?',
      tables: { totals: 'Heute' },
      columns: {},
      parameters: [{ ...parameter('park', 'name'), default: 'ingolstadt' }],
    },
  ],
}

function parameter(name: string, kind: string) {
  return { name, label: name, kind, default: null, least: null, most: null, choices: null }
}

export const input: ScheduleInput = {
  name: 'Wochenüberblick',
  report: 'overview',
  parameters: { compare: 'previous', with_bots: false, only_utm_source: ['google'] },
  period: 'last_7_days',
  timing: { kind: 'weekly', time: '06:00', weekdays: [1], month_day: null, month: null },
  zone: 'Europe/Berlin',
  recipients: ['miriam@voltigo.example', 'bank@example.org'],
  formats: ['body', 'pdf'],
  least_rows: 1,
  retention_days: 90,
}

const DAY = 86_400_000

export const next = [0, 7, 14, 21, 28].map((days) => {
  const at = new Date(Date.parse('2026-11-23T05:00:00Z') + days * DAY).toISOString()
  return { at, local_time: '06:00', day: at.slice(0, 10), note: null, words: '' }
})

export const run: ScheduledRun = {
  id: 41,
  schedule_id: 3,
  name: 'Wochenüberblick',
  title: 'Überblick',
  report: 'overview',
  scheduled_for: '2026-11-16T05:00:00Z',
  is_test: false,
  state: 'delivery_failed',
  state_words: '',
  error: null,
  note: null,
  attempts: 1,
  started_at: '2026-11-16T05:00:02Z',
  finished_at: '2026-11-16T05:00:06Z',
  waits_for: null,
  waits_until: null,
  provisional: '',
  has_result: true,
  rows: 9,
  period: { from: '2026-11-09', to: '2026-11-15' },
  deliveries: [
    {
      recipient: 'miriam@voltigo.example',
      state: 'sent',
      attempts: 1,
      left_out: null,
      last_error: null,
      next_attempt_at: null,
      sent_at: '2026-11-16T05:00:09Z',
    },
    {
      recipient: 'bank@example.org',
      state: 'failed',
      attempts: 3,
      left_out: null,
      last_error: '550 5.1.1 Postfach unbekannt',
      next_attempt_at: null,
      sent_at: null,
    },
  ],
  artefacts: [
    {
      id: 7,
      name: 'wochenueberblick.pdf',
      form: 'pdf',
      bytes: 48_300,
      sha256: 'ab'.repeat(32),
      expires_at: '2027-02-14T05:00:00Z',
      is_gone: false,
    },
    {
      id: 8,
      name: 'alt.xlsx',
      form: 'xlsx',
      bytes: 1_900_000,
      sha256: 'cd'.repeat(32),
      expires_at: '2026-11-15T05:00:00Z',
      is_gone: true,
    },
  ],
}

export const colleague: Recipient = {
  id: 11,
  address: 'miriam@voltigo.example',
  name: 'Miriam Falk',
  is_outside: false,
  state: 'entitled',
  left_out: null,
  entered_by_name: 'Miriam Falk',
  entered_at: '2026-11-03T09:00:00Z',
  confirmed_by_name: null,
  confirmed_at: null,
  confirmed_until: null,
}

export const outside: Recipient = {
  ...colleague,
  id: 12,
  address: 'bank@example.org',
  name: null,
  is_outside: true,
  confirmed_by_name: 'Miriam Falk',
  confirmed_at: '2026-11-03T09:00:00Z',
  confirmed_until: '2027-11-03',
}

export const schedule: Schedule = {
  ...input,
  id: 3,
  version: 4,
  title: 'Überblick',
  period_words: 'letzte 7 ganze Tage',
  timing_words: 'montags um 6:00 Uhr',
  next,
  state: 'active',
  paused: null,
  failures: 0,
  owner: { id: 1, name: 'Miriam Falk', is_entitled: true },
  last_run: run,
  whom: [colleague, outside],
  may_change: true,
}

export const preview: Preview = {
  period: { from: '2026-11-14', to: '2026-11-20' },
  next,
  subject: 'Wochenüberblick: 14.11. bis 20.11.2026',
  text: 'Guten Morgen, 30 Besucher.',
  html: '<html><head></head><body><p style="color:#123">30 Besucher</p></body></html>',
  files: [{ name: 'wochenueberblick.pdf', form: 'pdf' }],
  too_few: '',
}

export const offers: { data: Offer[] } = {
  data: [
    {
      key: 'weekly',
      title: 'Wochenüberblick',
      description: 'Besucher, Reservierungen und Kosten der Woche davor.',
      schedule: { ...input, recipients: [] },
    },
  ],
}

type Answer = { status?: number; body?: unknown }
interface Sent {
  method: string
  path: string
  body: Record<string, unknown> | undefined
}

/** Answers by method and address, the longest that fits; a list is answered in turn. Notes what was sent. */
export function serving(answers: Record<string, Answer | Answer[]>): Sent[] {
  const sent: Sent[] = []
  const all: Record<string, Answer | Answer[]> = { ...USUAL, ...answers }
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { method, path, body } = await callOf(input, init)
    sent.push({ method, path, body })
    const asked = `${method} ${path.replace('/api/staff/', '')}`
    const key = Object.keys(all)
      .filter((name) => asked.startsWith(name))
      .sort((one, other) => other.length - one.length)[0]
    const found = key === undefined ? { status: 404, body: { code: 'not_found' } } : all[key]
    const answer = Array.isArray(found) ? (found.shift() ?? { status: 500 }) : found
    const { status = 200, body: told = {} } = answer ?? {}
    return new Response(status === 204 ? null : JSON.stringify(told), { status })
  })
  return sent
}

const USUAL: Record<string, Answer> = {
  'GET reports': { body: reports },
  'GET parks': { body: { data: [{ id: 'ingolstadt', name: 'Solarpark Ingolstadt' }] } },
  'GET report-segments': { body: { data: [] } },
  'GET report-schedules': { body: { data: [schedule] } },
  'GET report-schedules/offers': { body: offers },
  'GET report-schedules/recipients': {
    body: {
      data: [
        { name: 'Anna Beck', email: 'anna@voltigo.example' },
        { name: 'Lena Voss', email: 'lena@voltigo.example' },
      ],
    },
  },
  'GET report-schedules/3': { body: schedule },
  'GET report-schedules/3/runs': { body: { data: [run], has_next: false, total: 1 } },
  'POST report-schedules/preview': { body: preview },
  'POST report-schedules': { status: 201, body: schedule },
  'PUT report-schedules/3': { body: { ...schedule, version: 5 } },
  'POST report-schedules/3/test': { status: 202, body: { ...run, is_test: true } },
}
