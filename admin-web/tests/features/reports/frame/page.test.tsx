import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { AnyReportPage } from '@/features/reports/frame/ReportPage'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { overview, Stream } from '../reports'

const TAKES = { period: true, comparison: true, bots: true, filters: true }
let stream: Stream

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T20:05:00Z') })
  noteSession(sessionOf('marketing'))
  stream = new Stream()
})

afterEach(() => {
  vi.useRealTimers()
})

function open(address = '/reports/overview') {
  renderAt(address, {
    '/reports/overview': (
      <AnyReportPage name="overview" title="Überblick" takes={TAKES} height={400}>
        {({ tables }) =>
          Object.entries(tables).map(([name, table]) => (
            <ChartFrame key={name} name={name} table={table} />
          ))
        }
      </AnyReportPage>
    ),
  })
}

async function answered(report: object = overview) {
  await waitFor(() => expect(stream.calls.length).toBeGreaterThan(0))
  await act(async () => {
    stream.line({ result: report })
    await vi.advanceTimersByTimeAsync(20)
  })
}

const passing = (milliseconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds)
  })

const address = () => screen.getByTestId('address').textContent

test('the picture comes with its question and its stand; a table is sorted by its heads, unknown last', async () => {
  open()
  await answered()
  expect(screen.getByText('Was kommt, was kostet es, was bleibt?')).toBeTruthy()
  expect(screen.getByText('An zwei Tagen kamen 30 Besucher.')).toBeTruthy()
  expect(screen.getByText(/110\.234 Ereignisse, 620 Reservierungen/)).toBeTruthy()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('20.11.2026')
  expect(rows[1]?.textContent).toContain('+20\u00a0%')
  expect(rows[1]?.textContent).toContain('nicht bekannt')

  const firstCells = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  fireEvent.click(screen.getByRole('button', { name: 'Besucher' }))
  expect(firstCells()[0]).toContain('21.11.2026')
  fireEvent.click(screen.getByRole('button', { name: 'Besucher' }))
  expect(firstCells()[0]).toContain('20.11.2026')
  fireEvent.click(screen.getByRole('button', { name: 'Kosten' }))
  expect(firstCells()[1]).toContain('20.11.2026')
  fireEvent.click(screen.getByRole('button', { name: 'Kosten' }))
  expect(firstCells()[1]).toContain('20.11.2026')
})

test('progress is shown only when it takes longer, and can be stopped for good', async () => {
  open()
  await waitFor(() => expect(stream.calls).toHaveLength(1))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await passing(350)
  await act(async () => stream.line({ progress: 0.42 }))
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.42'))
  fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.getByText('Abgebrochen.', { selector: 'b' })).toBeTruthy())
  expect(stream.calls[0]?.signal.aborted).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal' }))
  await waitFor(() => expect(stream.calls).toHaveLength(2))
  await answered()
  expect(screen.getByText('An zwei Tagen kamen 30 Besucher.')).toBeTruthy()
})

test('the old picture stays, dimmed, while another is on its way', async () => {
  open()
  await answered()
  fireEvent.change(screen.getByLabelText('Zeitraum'), { target: { value: '30' } })
  await waitFor(() => expect(stream.calls).toHaveLength(2))
  expect(address()).toBe('/reports/overview?from=2026-10-23&to=2026-11-21')
  const sentence = screen.getByText('An zwei Tagen kamen 30 Besucher.')
  expect(sentence.closest('[aria-busy="true"]')).toBeTruthy()
})

test('another question stops the one before', async () => {
  open()
  await waitFor(() => expect(stream.calls).toHaveLength(1))
  fireEvent.click(screen.getByLabelText('Bots mitzählen'))
  await waitFor(() => expect(stream.calls).toHaveLength(2))
  expect(stream.calls[0]?.signal.aborted).toBe(true)
  expect(stream.calls[1]?.path).toContain('with_bots=true')
})

test('wrong parameters are told at their fields and leave the picture', async () => {
  open('/reports/overview?from=2026-11-20&to=2026-11-21')
  await answered()
  fireEvent.change(screen.getByLabelText('bis'), { target: { value: '2026-11-01' } })
  await waitFor(() => expect(stream.calls).toHaveLength(2))
  const errors = [
    { field: 'to', code: 'before_from', message: 'Das Ende liegt vor dem Anfang.' },
    { field: 'look_back_days', code: 'out_of_range', message: 'Bitte 1 bis 365 Tage.' },
  ]
  await act(async () =>
    stream.line({ problem: { code: 'invalid', title: '', status: 422, errors } }),
  )
  await waitFor(() =>
    expect(screen.getByLabelText('bis').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(screen.getByText('Das Ende liegt vor dem Anfang.')).toBeTruthy()
  expect(screen.getByText('Bitte 1 bis 365 Tage.')).toBeTruthy()
  expect(screen.getByText('An zwei Tagen kamen 30 Besucher.')).toBeTruthy()
})

test('a store out of reach is told with the way to try again', async () => {
  open()
  await waitFor(() => expect(stream.calls).toHaveLength(1))
  await act(async () => stream.line({ problem: { code: 'unavailable', title: '', status: 503 } }))
  fireEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }))
  await waitFor(() => expect(stream.calls).toHaveLength(2))
})

test('filters are chips that can be taken away', async () => {
  open('/reports/overview?only_utm_source=google&only_utm_source=bing&only_landing_path=')
  await answered()
  expect(screen.getByRole('button', { name: 'Quelle: google, bing' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Zielseite: ohne Angabe' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Filter Quelle entfernen' }))
  await waitFor(() => expect(address()).toBe('/reports/overview?only_landing_path='))
})

test('files are asked for with the same parameters', async () => {
  open('/reports/overview?compare=previous&only_channel=direct')
  await answered()
  fireEvent.click(screen.getByRole('button', { name: /^Laden.*Nach Tagen$/ }))
  const file = await screen.findByRole('menuitem', { name: 'CSV für Excel' })
  expect(file.getAttribute('href')).toBe(
    '/api/staff/reports/overview/files/days.csv?from=2026-08-24&to=2026-11-21&compare=previous' +
      '&with_bots=false&only_channel=direct',
  )
})

test('filters are saved under a name and taken again by it', async () => {
  stream.segments = [
    { id: 3, name: 'Suchmaschinen', version: 2, filters: { only_utm_source: ['google', 'bing'] } },
  ]
  open('/reports/overview?only_channel=direct')
  await answered()
  fireEvent.click(await screen.findByRole('button', { name: 'Segmente' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Diese Filter speichern' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Nur direkt' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() =>
    expect(stream.others).toContainEqual({
      method: 'POST',
      path: '/api/staff/report-segments',
      body: { name: 'Nur direkt', filters: { only_channel: ['direct'] } },
    }),
  )
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Segmente', hidden: true }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Suchmaschinen' }))
  await waitFor(() =>
    expect(address()).toBe('/reports/overview?only_utm_source=google&only_utm_source=bing'),
  )
  expect(screen.getByRole('button', { name: 'Segment: Suchmaschinen', hidden: true })).toBeTruthy()
})

test('a long table shows its first rows, then all it has; one without rows says so', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({
    day: '2026-11-20',
    visitors: index,
    visitors_before: null,
    cost: null,
    cost_before: null,
  }))
  open()
  const days = { ...overview.tables.days, rows, total_rows: 12_345 }
  const none = { ...overview.tables.days, rows: [], total_rows: 0 }
  await answered({ ...overview, tables: { days, none } })
  expect(screen.getByText('In diesem Zeitraum gibt es nichts.')).toBeTruthy()
  // Not by their role, which takes seconds for so many.
  const shown = () => document.querySelectorAll('table tr').length
  expect(shown()).toBe(101)
  expect(screen.getByText(/100 von 12\.345, alle in der Datei/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '250 zeigen' }))
  expect(shown()).toBe(251)
  expect(screen.getByText(/250 von 12\.345, alle in der Datei/)).toBeTruthy()
})
