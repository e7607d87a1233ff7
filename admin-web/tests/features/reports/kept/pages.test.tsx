import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { AnyReportPage } from '@/features/reports/frame/ReportPage'
import { KeepButton } from '@/features/reports/kept/KeepButton'
import { KeptReports } from '@/features/reports/kept/KeptReports'
import { KeptReportProvider } from '@/features/reports/kept/keptReport'
import { LinkButton } from '@/features/reports/kept/links/LinkButton'
import type { ReportPages } from '@/features/reports/kept/RunPage'
import { BreakdownPage } from '@/features/reports/marketing/breakdown/BreakdownPage'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { callOf } from '../../../server'
import { bars } from '../reports'
import { comparison, kept, keptReport, link, reports } from './runs'

type Answer = { status?: number; body?: unknown }

beforeEach(() => noteSession(sessionOf('marketing')))
afterEach(() => {
  vi.restoreAllMocks()
})

/** Answers by address, and notes what was sent. */
function serving(answers: Record<string, Answer>) {
  const sent: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { method, path, body } = await callOf(input, init)
    sent.push({ method, path, body })
    const key = Object.keys(answers).find((name) => `${method} ${path}`.startsWith(name))
    const { status = 200, body: answer = {} } = (key && answers[key]) || { status: 404 }
    return new Response(status === 204 ? null : JSON.stringify(answer), { status })
  })
  return sent
}

const LIST = { body: { data: [kept], has_next: false, total: 1 } }
const ALL: Record<string, Answer> = {
  'GET /api/staff/reports': { body: reports },
  'GET /api/staff/report-runs/7/changes': { body: comparison },
  'GET /api/staff/report-runs/7': { body: keptReport },
  'GET /api/staff/report-runs?': LIST,
  'GET /api/staff/report-links': { body: { data: [link] } },
}

const Own = () => <h1>Die Seite dieses Berichts</h1>
const open = (address: string, pages: ReportPages = {}) =>
  renderAt(address, { '/reports/kept/*': <KeptReports pages={pages} /> })
const address = () => screen.getByTestId('address').textContent

test('kept reports are listed with period, stand and who kept them', async () => {
  serving(ALL)
  open('/reports/kept')
  const row = (await screen.findByRole('link', { name: 'Für die Bank' })).closest('tr')
  expect(row?.textContent).toContain('20.11.2026 bis 21.11.2026')
  expect(row?.textContent).toContain('Miriam Falk')
  expect(within(row as HTMLElement).getByRole('link', { name: /Vergleichen/ })).toBeTruthy()
})

test('without any, the list says how to keep one', async () => {
  serving({
    ...ALL,
    'GET /api/staff/report-runs?': { body: { data: [], has_next: false, total: 0 } },
  })
  open('/reports/kept')
  expect(await screen.findByText(/steht dafür „Festhalten“/)).toBeTruthy()
})

test('a page of a report inside shows the kept answer and runs nothing', async () => {
  const sent = serving(ALL)
  renderAt('/x', {
    '/x': (
      <KeptReportProvider value={keptReport}>
        <AnyReportPage name="overview" title="Überblick" takes={{ period: true }} height={10}>
          {({ tables }) =>
            Object.entries(tables).map(([name, table]) => (
              <ChartFrame key={name} name={name} table={table} />
            ))
          }
        </AnyReportPage>
      </KeptReportProvider>
    ),
  })
  expect(await screen.findByText('An zwei Tagen kamen 30 Besucher.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Für die Bank')
  expect(screen.getByText(/So war es am/).textContent).toBe('So war es am 21.11.2026, 21:00')
  expect(screen.queryByLabelText('Zeitraum')).toBeNull()
  expect(sent.filter(({ path }) => path.includes('/reports/overview'))).toEqual([])
})

test('a click on a bar of a kept breakdown leads to the report of today, narrowed', async () => {
  serving(ALL)
  const bar = {
    value: 'google',
    visitors: 3,
    reservations: 1,
    visitors_before: null,
    reservations_before: null,
  }
  const values = {
    title: '',
    sentence: 'Je Quelle.',
    total_rows: 1,
    columns: [],
    rows: [bar],
    charts: [bars()],
  }
  const answer = { ...keptReport.answer, report: 'breakdown', tables: { values } }
  const parameters = { ...keptReport.run.parameters, field: 'utm_source' }
  const breakdown = {
    ...keptReport,
    run: { ...keptReport.run, parameters },
    answer: { ...answer, parameters },
  }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 900, 300),
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  renderAt('/x', {
    '/x': (
      <KeptReportProvider value={breakdown}>
        <BreakdownPage />
      </KeptReportProvider>
    ),
    '/reports/breakdown': <h1>Der Bericht von heute</h1>,
  })
  expect(await screen.findByText(/öffnet den Bericht von heute/)).toBeTruthy()
  await within(screen.getAllByRole('img')[0] as HTMLElement).findByText('Direkt')
  const sheet = document.querySelector('.recharts-wrapper') as Element
  fireEvent.mouseMove(sheet, { clientX: 300, clientY: 40 })
  await screen.findByText('Direkt', { selector: '.chart-values > b' })
  fireEvent.click(sheet, { clientX: 300, clientY: 40 })
  expect(await screen.findByText('Der Bericht von heute')).toBeTruthy()
  expect(address()).toContain('only_utm_source=google')
})

test('a kept run is shown by the page of its report', async () => {
  serving(ALL)
  open('/reports/kept/7', { [kept.report]: Own })
  expect(await screen.findByText('Die Seite dieses Berichts')).toBeTruthy()
})

test('a kept run of a report without a page shows its tables', async () => {
  serving(ALL)
  open('/reports/kept/7', { another: Own })
  expect(await screen.findByText('An zwei Tagen kamen 30 Besucher.')).toBeTruthy()
})

test('what happened is listed with when, who and where to look, above figures old and new', async () => {
  serving(ALL)
  open('/reports/kept/7/changes')
  const region = await screen.findByRole('region', { name: 'Was dazwischen geschah' })
  const lines = within(region).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'Neue Reservierung: 2 Reservierungen21.11.2026, 21:30, ein Haushalt',
    'Quelle: „fb“ zählt jetzt als „facebook“21.11.2026, 21:31, Lena Voss',
  ])
  expect(within(region).getByRole('link').getAttribute('href')).toBe('/aliases/assigned')
  expect(region.textContent).toContain('2 von 201.')
  expect(screen.getByText(/Dazwischen liegt 1 Tag/)).toBeTruthy()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'TagAngabeVorherNachherUnterschied',
    '20.11.2026Kosten–nicht da49,90\u00a0€',
    'Besucher129−3',
    '21.11.2026neuBesucher–nicht da18',
  ])
  expect(screen.getByText('Nach Tagen: 2 Zeilen sind anders')).toBeTruthy()
})

test('another kept run can be compared with', async () => {
  const other = { ...kept, id: 9, label: 'Später' }
  const sent = serving({
    ...ALL,
    'GET /api/staff/report-runs?': { body: { data: [other, kept], has_next: false, total: 2 } },
  })
  open('/reports/kept/7/changes')
  await screen.findByRole('option', { name: /Später/ })
  fireEvent.change(screen.getByLabelText('Verglichen mit'), { target: { value: '9' } })
  await waitFor(() => expect(address()).toBe('/reports/kept/7/changes?against=9'))
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/report-runs/7/changes?against=9'))
})

test.each([
  [[], 'Im Protokoll steht nichts, worauf dieser Bericht beruht.'],
  [comparison.tables, /Daten können auch ohne Eintrag im Protokoll geändert/],
])('where nothing is recorded, no cause is guessed', async (tables, words) => {
  const untold = { ...comparison, remarks: [], happened: [], total_happened: 0, tables }
  serving({ ...ALL, 'GET /api/staff/report-runs/7/changes': { body: untold } })
  open('/reports/kept/7/changes')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText('Alle Zahlen sind gleich.') !== null).toBe(tables.length === 0)
})

test('a report is kept under a name, and the dialog says where it is then', async () => {
  const sent = serving({ ...ALL, 'POST /api/staff/report-runs': { status: 201, body: kept } })
  renderAt('/x', {
    '/x': <KeepButton report="overview" title="Überblick" parameters={kept.parameters} />,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Festhalten' }))
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement
  expect(name.value).toBe('Überblick, 20.11.2026 bis 21.11.2026')
  fireEvent.change(name, { target: { value: 'Für die Bank' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Festhalten' }))
  const link = await screen.findByRole('link', { name: 'Ansehen' })
  expect(link.getAttribute('href')).toBe('/reports/kept/7')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    report: 'overview',
    parameters: kept.parameters,
    label: 'Für die Bank',
  })
})

test('a refused name stands beside its field, and without a report there is nothing to keep', async () => {
  const errors = [{ field: 'label', code: 'missing', message: 'Bitte geben Sie einen Namen.' }]
  const refused = { status: 422, body: { code: 'validation', title: 'Bitte prüfen', errors } }
  serving({ ...ALL, 'POST /api/staff/report-runs': refused })
  const without = <KeepButton report="overview" title="Überblick" parameters={undefined} />
  renderAt('/x', { '/x': without })
  expect(screen.getByRole('button', { name: 'Festhalten' })).toHaveProperty('disabled', true)
  cleanup()
  renderAt('/x', {
    '/x': <KeepButton report="overview" title="Überblick" parameters={kept.parameters} />,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Festhalten' }))
  await screen.findByLabelText('Name')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Festhalten' }))
  expect(await screen.findByText('Bitte geben Sie einen Namen.')).toBeTruthy()
})

test('a link is made for someone, narrowed to nothing, and its address shown once', async () => {
  const made = { ...link, address: 'https://voltigo.example/bericht/abc' }
  const sent = serving({
    ...ALL,
    'POST /api/staff/report-runs/7/links': { status: 201, body: made },
  })
  open('/reports/kept/7', { overview: () => <LinkButton run={kept} /> })
  fireEvent.click(await screen.findByRole('button', { name: 'Link erstellen' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Für wen ist der Link?'), {
    target: { value: 'Stadtwerke' },
  })
  fireEvent.change(within(dialog).getByLabelText('Gilt bis'), { target: { value: '2026-12-24' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Link erstellen' }))
  expect((await screen.findByLabelText('Adresse des Links')).textContent).toBe(made.address)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    label: 'Stadtwerke',
    filters: null,
    without_money: true,
    expires_on: '2026-12-24',
  })
})

test('links are listed with what they show, their opening, who answers and their state', async () => {
  const others: (typeof link)[] = [
    { ...link, id: 4, label: 'Verein', answered_by_name: 'Mara Stein' },
    { ...link, id: 5, label: 'Bank', state: 'resting' },
    { ...link, id: 6, label: 'Presse', state: 'expired' },
  ]
  const sent = serving({
    ...ALL,
    'GET /api/staff/report-links': { body: { data: [link, ...others] } },
    'POST /api/staff/report-links/3/revoke': { body: link },
  })
  open('/reports/kept')
  await screen.findByText('Stadtwerke')
  const row = (label: string) => screen.getByText(label).closest('tr') as HTMLElement
  const revoke = (label: string) => within(row(label)).queryByRole('button', { name: /Widerrufen/ })
  for (const words of ['Kampagne: sommer', '2-mal geöffnet', 'Miriam Falkerstellt am 21.11.2026'])
    expect(row('Stadtwerke').textContent).toContain(words)
  expect(row('Verein').textContent).toContain('Mara Steinerstellt von Miriam Falk am 21.11.2026')
  expect(row('Bank').textContent).toContain('Ruhtdas Konto ist abgeschaltet')
  expect(revoke('Bank')).not.toBeNull()
  expect(row('Presse').textContent).toContain('Abgelaufenam 21.12.2026')
  expect(revoke('Presse')).toBeNull()
  fireEvent.click(revoke('Stadtwerke') as HTMLElement)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Widerrufen' }))
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toContain('/api/staff/report-links/3/revoke'),
  )
})

test('clerks see no way to pass a report on', () => {
  noteSession(sessionOf('staff'))
  serving(ALL)
  open('/reports/kept/7', { overview: () => <LinkButton run={kept} /> })
  expect(screen.queryByRole('button', { name: 'Link erstellen' })).toBeNull()
})
