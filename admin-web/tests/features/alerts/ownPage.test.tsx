import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OwnAlertsPage } from '@/features/alerts/own/OwnAlertsPage'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { callOf } from '../../server'

type Answer = { status?: number; body?: unknown }

beforeEach(() => noteSession(sessionOf('staff')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function serving(answers: Record<string, Answer>) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { method, path } = await callOf(input, init)
    const call = `${method} ${path}`
    sent.push(call)
    const key = Object.keys(answers).find((name) => call.startsWith(name))
    const { status = 200, body = {} } = (key && answers[key]) || { status: 404 }
    return new Response(JSON.stringify(body), { status })
  })
  return sent
}

const FIGURES = {
  figures: [
    {
      name: 'waiting',
      label: 'Neu auf der Warteliste',
      meaning: 'Haushalte, die sich eingetragen haben.',
      unit: 'count',
      kinds: ['below', 'above', 'silent', 'outside'],
      scopes: ['all'],
      is_level: false,
      ripens: false,
    },
  ],
  campaigns: [],
  sources: [],
  channel_groups: [],
  parks: [],
  most: 25,
}
const ALERT = {
  id: 7,
  figure: 'waiting',
  scope: 'all',
  scope_value: null,
  kind: 'silent',
  threshold: null,
  days: 3,
  direction: 'both',
  false_alarms: 4,
  by_mail: true,
  quiet_from: null,
  quiet_to: null,
  quiet_days: [],
  rule: 'Neu auf der Warteliste: nichts seit 3 Tagen',
  over: 'Vorbei ist er am ersten Tag, an dem wieder etwas kommt.',
  state: 'open',
  state_words: 'Vom 31.10.2026 bis zum 02.11.2026 kam nichts dazu.',
  judged_at: '2026-11-03T05:00:00Z',
  openings: [],
  path: '/waiting-list',
  owner_name: null,
  version: 3,
}
const PREVIEW = {
  rule: ALERT.rule,
  over: ALERT.over,
  words: 'Hätte im letzten Jahr 2-mal angeschlagen: zuletzt Mo 2.11., Do 1.10.',
  now_words: 'Zurzeit wäre alles in Ordnung.',
  advice: null,
  openings: [],
  short: 0,
  judged_days: 365,
  asked_days: 365,
  days: [],
  unit: 'count',
}
const answers = (own: object[], more: Record<string, Answer> = {}): Record<string, Answer> => ({
  ...more,
  'GET /api/staff/figure-alerts/figures': { body: FIGURES },
  'GET /api/staff/figure-alerts': { body: { own, resting: [], heirs: [], most: 25 } },
})
const page = () => renderAt('/alerts/own', { '/alerts/own': <OwnAlertsPage /> })

test('a new alert shows what it would have done before it is saved', async () => {
  const sent = serving(
    answers([], {
      'POST /api/staff/figure-alerts/preview': { body: PREVIEW },
      'POST /api/staff/figure-alerts': { body: ALERT },
    }),
  )
  page()
  expect(await screen.findByText(/Noch keiner/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Hinweis einrichten' }))
  expect(await screen.findByText(PREVIEW.words)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(sent).toContain('POST /api/staff/figure-alerts'))
})

test('an open alert says what was found, and where the figure is', async () => {
  serving(answers([ALERT]))
  page()
  expect(await screen.findByText(ALERT.state_words)).toBeTruthy()
  const way = screen.getByRole('link', { name: /Zahl ansehen/ })
  expect(way.getAttribute('href')).toBe('/waiting-list')
})
