import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AlertsPage } from '@/features/alerts/AlertsPage'
import { AlertBand } from '@/features/today/AlertBand'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { callOf } from '../../server'

type Answer = { status?: number; body?: unknown }

beforeEach(() => noteSession(sessionOf('admin')))
function serving(answers: Record<string, Answer>) {
  const sent: { call: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { method, path, body: told } = await callOf(input, init)
    const call = `${method} ${path}`
    sent.push({ call, body: told })
    const key = Object.keys(answers).find((name) => call.startsWith(name))
    const { status = 200, body = {} } = (key && answers[key]) || { status: 404 }
    return new Response(JSON.stringify(body), { status })
  })
  return sent
}

const ALERT = {
  id: 4,
  kind: 'mail_queue',
  headline: 'Mails gehen nicht hinaus',
  words: 'Eine Mail wartet auf den Versand.',
  advice: 'Prüfen Sie, ob der Mailserver antwortet.',
  action: 'Mails ansehen',
  path: '/mails',
  opened_at: '2026-11-21T22:50:00Z',
  closed_at: null,
  noted: null,
  mail_words: 'Bis dahin steht es nur hier.',
}
const RULE = {
  id: 1,
  kind: 'capacity',
  state_words: '',
  comparison: null,
  scope: 'all',
  scope_value: null,
  days: 1,
  note: null,
  title: 'Park fast voll',
  when_words: 'Ein Park ist zu 90 % oder mehr belegt.',
  unit: 'percent',
  threshold: 90,
  is_on: true,
  to_admins: true,
  recipients: [],
  told: 1,
  quiet_from: null,
  quiet_to: null,
  quiet_days: [],
  version: 1,
  changed: null,
}
const FIGURE = {
  name: 'waiting',
  label: 'Neu auf der Warteliste',
  meaning: 'Haushalte, die sich eingetragen haben.',
  unit: 'count',
  comparisons: ['below', 'silent'],
  scopes: ['all'],
  is_level: false,
}
const rules = (data: unknown[]) => ({ data, figures: [FIGURE], options: {} })
const list = (data: unknown[], more: object = {}): Answer => ({
  body: { data, has_next: false, total: data.length, checked_at: null, is_late: false, ...more },
})
const all = (open: Answer, more: Record<string, Answer> = {}): Record<string, Answer> => ({
  ...more,
  'GET /api/staff/alerts?state=closed': list([]),
  'GET /api/staff/alert-rules': { body: rules([RULE]) },
  'GET /api/staff/alerts': open,
})
const page = () => renderAt('/alerts', { '/alerts': <AlertsPage /> })

test('the start page has a band only while something is open that nobody noted', async () => {
  serving(all(list([ALERT])))
  renderAt('/', { '/': <AlertBand /> })
  const way = await screen.findByRole('link', { name: /Mails ansehen/ })
  expect(way.getAttribute('href')).toBe('/mails')
  cleanup()
  const sent = serving(all(list([{ ...ALERT, noted: { at: ALERT.opened_at, by_name: 'Kim' } }])))
  renderAt('/', { '/': <AlertBand /> })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
})

test('nothing open is said, told apart from never having looked and from a list that is late', async () => {
  serving(all(list([])))
  page()
  expect(await screen.findByText(/Noch nicht geprüft/)).toBeTruthy()
  cleanup()
  serving(all(list([], { checked_at: '2026-11-21T22:50:00Z' })))
  page()
  expect(await screen.findByText(/Nichts offen/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  serving(all(list([], { checked_at: '2026-11-21T22:50:00Z', is_late: true })))
  page()
  expect((await screen.findByRole('alert')).textContent).toContain('Diese Liste kann veraltet sein')
})

test('an alert is noted, and where mail itself is the trouble that stands there', async () => {
  const sent = serving(all(list([ALERT]), { 'POST /api/staff/alerts/4/note': { body: ALERT } }))
  page()
  expect(await screen.findByText(/Bis dahin steht es nur hier/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Zur Kenntnis genommen/ }))
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toContain('POST /api/staff/alerts/4/note'),
  )
})

test('a rule is changed where it stands, with refusals beside their fields', async () => {
  const refused = {
    status: 422,
    body: {
      code: 'validation',
      title: 'Bitte prüfen Sie Ihre Angaben.',
      status: 422,
      errors: [{ field: 'recipients', code: 'email_invalid', message: 'Die 1. Adresse bitte.' }],
    },
  }
  const sent = serving(all(list([]), { 'PUT /api/staff/alert-rules/1': refused }))
  page()
  fireEvent.click(await screen.findByRole('button', { name: /Ändern.*Park fast voll/ }))
  const threshold = screen.getByLabelText('Ab wie viel Prozent?')
  fireEvent.change(threshold, { target: { value: 'viel' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText(/ganze Prozent/)).toBeTruthy()
  expect(sent.some(({ call }) => call.startsWith('PUT'))).toBe(false)
  fireEvent.change(threshold, { target: { value: '80' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Die 1. Adresse bitte.')).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ threshold: 80 })
  expect((threshold as HTMLInputElement).value).toBe('80')
})

test('a rule on a figure is tried on the last year, saved and deleted', async () => {
  noteSession(sessionOf('staff'))
  const words = ['Im letzten Jahr hätte die Regel nie angeschlagen.']
  const answers = all(list([]), {
    'POST /api/staff/alert-rules/preview': { body: { words } },
    'POST /api/staff/alert-rules': { status: 201, body: RULE },
    'DELETE /api/staff/alert-rules/7': { body: {} },
  })
  const sent = serving(answers)
  page()
  fireEvent.click(await screen.findByRole('button', { name: 'Regel anlegen' }))
  expect(screen.getByText('Sobald die Angaben vollständig sind, steht sie hier.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Grenze'), { target: { value: '3' } })
  expect(await screen.findByText(words[0] as string)).toBeTruthy()
  const title = 'Neu auf der Warteliste: unter 3 in 7 Tagen'
  const added = {
    ...RULE,
    id: 7,
    kind: 'waiting',
    comparison: 'below',
    title,
    note: 'Früher anders.',
  }
  answers['GET /api/staff/alert-rules'] = { body: rules([added]) }
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Früher anders.')).toBeTruthy()
  const saved = sent.find(({ call }) => call === 'POST /api/staff/alert-rules')
  expect(saved?.body).toMatchObject({
    kind: 'waiting',
    comparison: 'below',
    threshold: 3,
    days: 7,
    recipients: [expect.stringContaining('@')],
  })
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`Löschen.*${title}`) }))
  fireEvent.click(await screen.findByRole('button', { name: 'Löschen' }))
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toContain('DELETE /api/staff/alert-rules/7'),
  )
})

test('of a rule that a colleague changed, both versions are compared', async () => {
  const current = { ...RULE, threshold: 70, is_on: false, version: 2 }
  const changed = { at: '2026-11-22T08:00:00Z', by_name: 'Kim Roth' }
  const stale = { code: 'stale', title: '', status: 409, version: 2, current, changed }
  const answers = all(list([]), { 'PUT /api/staff/alert-rules': { status: 409, body: stale } })
  const sent = serving(answers)
  page()
  fireEvent.click(await screen.findByRole('button', { name: /Ändern.*Park fast voll/ }))
  fireEvent.change(screen.getByLabelText('Ab wie viel Prozent?'), { target: { value: '80' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Kim Roth hat diese Regel inzwischen geändert')).toBeTruthy()
  answers['PUT /api/staff/alert-rules'] = { body: { ...current, threshold: 80, version: 3 } }
  fireEvent.click(screen.getByRole('radio', { name: /Meine Angabe behalten, 80 Prozent/ }))
  fireEvent.click(screen.getByRole('button', { name: 'So speichern' }))
  const last = () => sent.filter(({ call }) => call.startsWith('PUT')).at(-1)?.body
  await waitFor(() => expect(last()).toMatchObject({ threshold: 80, is_on: false, version: 2 }))
})
