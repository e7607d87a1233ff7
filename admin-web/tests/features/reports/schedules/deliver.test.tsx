import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeliverButton } from '@/features/reports/schedules/join/DeliverButton'
import type { Schedule } from '@/features/reports/schedules/schedule'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { schedule, serving } from './schedules'

beforeEach(() => noteSession(sessionOf('admin')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ASKED = {
  from: '2026-07-01',
  to: '2026-09-30',
  compare: 'none',
  park: null,
  only_utm_source: ['google'],
}
const LIST = 'GET report-schedules'
const JOIN = 'POST report-schedules/3/reports'

async function choose(answers: Parameters<typeof serving>[0] = {}, parameters: object = ASKED) {
  const calls = serving(answers)
  renderAt('/x', {
    '/x': <DeliverButton report="overview" title="Überblick" parameters={{ ...parameters }} />,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Zustellen …' }))
  fireEvent.change(await screen.findByLabelText('Zustellung'), { target: { value: '3' } })
  return calls
}
const of = (...schedules: Schedule[]) => ({
  [LIST]: { body: { data: schedules, has_next: false, total: schedules.length } },
})
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Hinzufügen' })

test("a report's page leads to a new schedule that asks the same", async () => {
  await choose()
  const link = screen.getByRole('link', { name: 'Neue Zustellung anlegen' })
  expect(link.getAttribute('href')).toBe(
    '/reports/schedules/new?report=overview&from=2026-07-01&to=2026-09-30&compare=none&only_utm_source=google',
  )
})

test('the report joins a schedule with its filters, and the days move with the schedule', async () => {
  const calls = await choose({
    [JOIN]: { body: { ...schedule, titles: ['Überblick', 'Überblick'] } },
  })
  expect(screen.getByText(/hier „Letzte 7 ganze Tage“/)).toBeTruthy()
  fireEvent.click(add())
  expect((await screen.findByRole('status')).textContent).toContain(
    '„Überblick“ kommt jetzt mit „Wochenüberblick“, als 2. Bericht derselben Mail.',
  )
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({
    report: 'overview',
    parameters: { compare: 'none', with_bots: false, only_utm_source: ['google'] },
    period: 'last_quarter',
    version: schedule.version,
  })
})

test('one that has no days takes those of the screen', async () => {
  await choose(of({ ...schedule, period: null }))
  expect(screen.getByText(/bekommt „Letztes Quartal“/)).toBeTruthy()
})

test('days that are compared and do not move are said to become the period before', async () => {
  const own = { ...ASKED, compare: 'own', compare_from: '2026-01-02', compare_to: '2026-01-09' }
  await choose({}, own)
  expect(screen.getByText(/Verglichen wird dort mit dem Zeitraum davor/)).toBeTruthy()
})

test('a full one says so and takes nothing', async () => {
  const further = Array.from({ length: 5 }, () => ({ report: 'models', parameters: {} }))
  await choose(of({ ...schedule, further_reports: further }))
  expect(screen.getByText(/hat schon 6 Berichte, mehr passen nicht in eine Mail/)).toBeTruthy()
  expect(add().disabled).toBe(true)
})

test('what the server refuses is said, and one that was changed is shown as it is now', async () => {
  const title = '„Wochenüberblick“ enthält „Überblick“ schon mit denselben Angaben.'
  await choose({ [JOIN]: { status: 409, body: { code: 'already_in_pack', title, status: 409 } } })
  fireEvent.click(add())
  expect((await screen.findByRole('alert')).textContent).toBe(title)
  cleanup()
  const calls = await choose({
    [JOIN]: { status: 409, body: { code: 'stale', title, status: 409 } },
  })
  fireEvent.click(add())
  expect((await screen.findByRole('alert')).textContent).toContain('wie sie jetzt ist')
  const lists = () =>
    calls.filter(({ method, path }) => method === 'GET' && /schedules$/.test(path))
  await waitFor(() => expect(lists()).toHaveLength(2))
})

test('those of others are not offered, and without any it says so', async () => {
  serving(of({ ...schedule, may_change: false }))
  renderAt('/x', { '/x': <DeliverButton report="overview" title="Überblick" parameters={ASKED} /> })
  fireEvent.click(screen.getByRole('button', { name: 'Zustellen …' }))
  expect(
    await screen.findByText(/Noch gibt es keine Zustellung, die Sie ändern können/),
  ).toBeTruthy()
})
