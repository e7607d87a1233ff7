import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StaleNotice } from '@/features/jobs/bands/StaleNotice'
import { JobPage } from '@/features/jobs/JobPage'
import { JobsPage } from '@/features/jobs/JobsPage'
import type { Job, JobList, JobRun } from '@/features/jobs/job'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { callOf } from '../../server'
import { job, jobList, jobRun, nextRun } from './jobs'

beforeEach(() => noteSession(sessionOf('admin')))
/** A server with one job and its runs, as far as the pages need it. */
class FakeServer {
  list: JobList
  runs: JobRun[] = [jobRun()]
  sent: { method: string; path: string; body: unknown }[] = []

  constructor(...jobs: Job[]) {
    this.list = jobList(...jobs)
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      const { method, path, body } = await callOf(input, init)
      this.sent.push({ method, path, body })
      const answer = this.answer(method, path.replace('/api/staff/', ''), body)
      return new Response(JSON.stringify(answer), { status: 200 })
    })
  }

  get first(): Job {
    return this.list.data[0] as Job
  }

  posts = (end: string) =>
    this.sent.filter(({ method, path }) => method === 'POST' && path.endsWith(end))

  private answer(method: string, path: string, body: { reason?: string } | undefined) {
    if (path === 'jobs') return this.list
    if (path.includes('/runs?'))
      return { data: this.runs, has_next: path.includes('page=1&'), total: 30 }
    if (path.endsWith('/run')) {
      this.runs = [jobRun({ id: 8, trigger: 'manual', ...QUEUED }), ...this.runs]
      return this.runs[0]
    }
    if (method === 'POST') {
      const at = '2026-11-21T20:00:00Z'
      const paused = body?.reason ? { at, by_name: 'Miriam Falk', reason: body.reason } : null
      this.list = jobList({ ...this.first, paused, health: paused ? 'paused' : 'ok' })
    }
    return this.first
  }
}

const QUEUED = {
  state: 'queued',
  attempts: 0,
  started_at: null,
  finished_at: null,
  duration_ms: null,
  result: null,
} as const

const openList = () => renderAt('/jobs', { '/jobs': <JobsPage /> })
const openJob = () => renderAt('/jobs/self-check', { '/jobs/:name': <JobPage /> })
const button = (name: string) => screen.findByRole('button', { name })

test('each job says what it does, when it comes again and what came of it', async () => {
  const words = 'Uhr wird zurückgestellt, um 3:40 beim ersten Mal'
  new FakeServer(job({ next: [nextRun('2026-10-25T00:30:00Z', { note: 'first_of_two' })] }))
  openList()
  const row = (await screen.findByRole('link', { name: 'Nächtliche Prüfung' })).closest('li')
  for (const told of ['Läuft nach Plan', 'täglich um 3:40 Uhr', '42 Seiten geprüft', '1\u00a0s'])
    expect(row?.textContent).toContain(told)
  expect(screen.queryByRole('region', { name: /brauch/ })).toBeNull()
  expect(screen.getByText(/Das Uhrwerk läuft/)).toBeTruthy()
  const list = await screen.findByRole('list', { name: 'Nächste Termine: Nächtliche Prüfung' })
  expect(list.textContent).toContain(words)
})

test('what failed or never came stands in a band before the rest, a clockwork that stands above it', async () => {
  const error = '„B“ ist zuletzt gescheitert: Verbindung abgelehnt'
  const failed = job({ name: 'b', title: 'B', health: 'failed', health_words: error })
  const server = new FakeServer(job(), failed, job({ name: 'c', title: 'C', health: 'missed' }))
  server.list = { ...server.list, is_alive: false }
  openList()
  expect((await screen.findByRole('alert')).textContent).toContain('Das Uhrwerk steht')
  const band = await screen.findByRole('region', { name: '2 Abläufe brauchen Sie' })
  const names = within(band).getAllByRole('link')
  expect(names.map(({ textContent }) => textContent)).toEqual(['C', 'B'])
  expect(band.textContent).toContain(error)
})

test('a run asked for is followed until its end, and the state with it; a double click asks once', async () => {
  const server = new FakeServer(job({ health: 'never' }))
  openJob()
  const run = await button('Jetzt ausführen')
  fireEvent.click(run)
  fireEvent.click(run)
  expect(await screen.findByText(/wartet und beginnt/)).toBeTruthy()
  expect(run.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(run)
  server.list = jobList(job({ health: 'ok' }))
  server.runs = [jobRun({ id: 8, trigger: 'manual', result: '43 Seiten geprüft' })]
  const end = await screen.findByText(/^Fertig nach/, undefined, { timeout: 3_000 })
  expect(end.textContent).toContain('43 Seiten geprüft')
  expect(server.posts('/run')).toHaveLength(1)
  expect(run.getAttribute('aria-disabled')).toBe('false')
  expect(await screen.findByRole('heading', { name: 'Läuft nach Plan' })).toBeTruthy()
})

test('a run that somebody asked for before is followed after a reload', async () => {
  const server = new FakeServer(job())
  server.runs = [jobRun({ id: 8, trigger: 'manual', ...QUEUED, state: 'running' })]
  openJob()
  expect(await screen.findByText('Der Lauf hat begonnen.')).toBeTruthy()
})

test('a job is kept from running with a reason, and let run again', async () => {
  const server = new FakeServer(job())
  openJob()
  fireEvent.click(await button('Anhalten'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Anhalten' }))
  expect(await screen.findByText('Bitte nennen Sie einen Grund.')).toBeTruthy()
  expect(server.posts('/pause')).toEqual([])
  fireEvent.change(within(dialog).getByLabelText('Grund'), { target: { value: ' Umzug ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Anhalten' }))
  expect(await screen.findByText('„Umzug“')).toBeTruthy()
  fireEvent.click(await button('Fortsetzen'))
  await waitFor(() => expect(server.posts('/resume')).toHaveLength(1))
  expect(await button('Anhalten')).toBeTruthy()
})

test('the history tells slow and failed runs by words, too', async () => {
  const server = new FakeServer(job())
  server.runs = [
    jobRun({ id: 9, state: 'failed', error: 'Zeit überschritten', attempts: 3 }),
    jobRun({ id: 8, duration_ms: 9_000 }),
    ...[1, 2, 3].map((id) => jobRun({ id })),
  ]
  openJob()
  const rows = await screen.findAllByRole('row')
  expect(rows[1]?.textContent).toContain('Fehlgeschlagenbeim 3. Anlauf')
  expect(rows[1]?.textContent).toContain('Zeit überschritten')
  expect(rows[2]?.textContent).toContain('9-mal so lang wie üblich')
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('1 davon gescheitert')
})

test('work without pause has no runs to ask for or to list', async () => {
  new FakeServer(job({ kind: 'continuous', next: [], last: null }))
  openJob()
  expect(await screen.findByRole('heading', { name: 'Läuft ohne Pause' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Jetzt ausführen' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Verlauf' })).toBeNull()
})

test('older runs are a page of their own, with an address that a reload keeps', async () => {
  const server = new FakeServer(job())
  server.runs = Array.from({ length: 25 }, (_, id) => jobRun({ id }))
  openJob()
  expect(await screen.findByText('1 bis 25 von 30')).toBeTruthy()
  fireEvent.click(await button('Ältere'))
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/runs?page=2&'))
  expect(document.activeElement?.contains(screen.getByRole('table'))).toBe(true)
  const address = screen.getByTestId('address').textContent ?? ''
  expect(address).toBe('/jobs/self-check?page=2')
  cleanup()
  server.runs = server.runs.slice(20)
  renderAt(address, { '/jobs/:name': <JobPage /> })
  expect(await screen.findByText('26 bis 30 von 30')).toBeTruthy()
  expect((await button('Ältere')).hasAttribute('disabled')).toBe(true)
})

test('a report that arrives is run and paused where its recipients stand', async () => {
  new FakeServer(job({ name: 'report-schedule:4', kind: 'report' }))
  renderAt('/jobs/report-schedule%3A4', { '/jobs/:name': <JobPage /> })
  const way = await screen.findByRole('link', { name: 'Zum Zeitplan' })
  expect(way.getAttribute('href')).toBe('/reports/schedules/4')
  expect(screen.queryByRole('button', { name: /ausführen|Anhalten/ })).toBeNull()
})

test('a server that stops answering is said, with the age of what is seen', () => {
  renderAt('/x', { '/x': <StaleNotice error={new Error()} at={Date.parse('2026-11-21T20:00Z')} /> })
  expect(screen.getByRole('alert').textContent).toContain('Stand von 21.11.2026, 21:00')
})

test('a job that is not there is said so', async () => {
  vi.stubGlobal('fetch', async () => {
    const body = { code: 'not_found', title: 'Nicht gefunden', status: 404 }
    return new Response(JSON.stringify(body), { status: 404 })
  })
  openJob()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Alle Abläufe' }).getAttribute('href')).toBe('/jobs')
})
