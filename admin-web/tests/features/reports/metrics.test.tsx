import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportTable } from '@/features/reports/frame/tables/ReportTable'
import { Metrics } from '@/features/reports/metrics/Metrics'
import {
  checkSentence,
  type MetricDocument,
  type MetricShowDocument,
  matches,
  pathOfName,
} from '@/features/reports/metrics/metric'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering } from '../../server'

const NEVER = { state: 'never', version: null, at: null, by_name: null } as const
const QUOTE: MetricDocument = {
  key: 'conversion',
  name: 'conversion@2',
  version: 2,
  since: '2026-11-26',
  label: 'Quote',
  subject: 'Reservierungen und Verträge',
  formula: 'Reservierungen ÷ Besucher.',
  grain: 'eine Reservierung',
  kind: 'share_ppm',
  filters: ['Zeitraum', 'Quelle'],
  ripeness: 'Sofort.',
  is_public: false,
  places: [
    {
      report: 'overview',
      report_title: 'Überblick',
      table: 'totals',
      table_title: 'Im ganzen Zeitraum',
      column: 'quote',
      grain: 'eine Zeile',
    },
  ],
  screens: [],
  check: NEVER,
}
const VISITS = {
  ...QUOTE,
  key: 'sessions',
  name: 'sessions@1',
  label: 'Besuche',
  subject: 'Besuche',
}
const SHOWN: MetricShowDocument = {
  ...QUOTE,
  versions: [
    { version: 2, since: '2026-11-26', reason: 'Ohne doppelte.' },
    { version: 1, since: '2026-01-01', reason: 'Erste Fassung.' },
  ],
  sql: [{ name: 'overview/totals.sql', sql: 'SELECT 1' }],
  fingerprint: '0123456789abcdef',
}
const checked = {
  state: 'checked',
  version: 2,
  at: '2026-11-26T09:00:00Z',
  by_name: 'Lena Voss',
} as const

beforeEach(() => noteSession(sessionOf('marketing')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (address: string) => renderAt(address, { '/reports/metrics/*': <Metrics /> })

test('the list is searched by every word, and what is searched stands in the address', async () => {
  answering({ body: { data: [VISITS, QUOTE], total: 2 } })
  open('/reports/metrics')
  expect(await screen.findByRole('link', { name: 'Quote' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Kennzahl suchen'), { target: { value: 'quote ÜBER' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Besuche' })).toBeNull())
  expect(screen.getByText('eine Kennzahl')).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toContain('q=quote')
  fireEvent.click(screen.getByRole('button', { name: 'Geprüft' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Alle zeigen' }))
  expect(await screen.findByRole('link', { name: 'Besuche' })).toBeTruthy()
})

test('an entry shows formula, versions and SQL, and is confirmed as it was read', async () => {
  const after = { ...SHOWN, check: checked }
  const calls = answering({ body: SHOWN }, { body: after, status: 201 }, { body: after })
  open('/reports/metrics/conversion')
  expect(await screen.findByText('Reservierungen ÷ Besucher.')).toBeTruthy()
  expect(screen.getByText('Fassung 1').closest('li')?.textContent).toContain('01.01.2026')
  expect(screen.getByText('SELECT 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Definition bestätigen' }))
  await waitFor(() => expect(calls[1]?.body).toEqual({ fingerprint: SHOWN.fingerprint }))
  expect(
    await screen.findByText(/Geprüft von Lena Voss am 26\.11\.2026, in Fassung 2/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Definition bestätigen' })).toBeNull()
})

test('a clerk reads an entry and confirms none', async () => {
  noteSession(sessionOf('staff'))
  answering({ body: SHOWN })
  open('/reports/metrics/conversion')
  expect(await screen.findByText('Noch hat niemand diese Definition geprüft.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Definition bestätigen' })).toBeNull()
})

test('a confirmation of an earlier version says that the definition has changed since', () => {
  const check = { ...checked, state: 'lapsed', version: 1, by_name: null } as const
  expect(checkSentence({ ...QUOTE, check })).toBe(
    'Zuletzt geprüft in Fassung 1 von einem früheren Konto am 26.11.2026; seither geändert.',
  )
})

test('words are looked for in label, name, formula and places', () => {
  for (const typed of ['', 'quo', 'conversion@2', 'besucher ÷', 'überblick'])
    expect(matches(QUOTE, typed)).toBe(true)
  expect(matches(QUOTE, 'quote kosten')).toBe(false)
})

test('a column leads to its metric, and one without a metric to none', () => {
  const column = { kind: 'count', meaning: 'M', ripe_on: null }
  const table = {
    title: 'T',
    sentence: '',
    total_rows: 1,
    columns: [
      { ...column, name: 'visitors', label: 'Besucher', metric: 'visitors@3' },
      { ...column, name: 'days', label: 'Tage', metric: '' },
    ],
    rows: [{ visitors: 3, days: 1 }],
  }
  renderAt('/', { '/': <ReportTable table={table} /> })
  const links = within(screen.getByRole('group')).getAllByRole('link', { hidden: true })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([pathOfName('visitors@3')])
})
