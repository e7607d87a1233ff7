import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ReportTable } from '@/features/reports/frame/tables/ReportTable'
import { Metrics } from '@/features/reports/metrics/Metrics'
import {
  type MetricDocument,
  type MetricShowDocument,
  matches,
  metricPath,
} from '@/features/reports/metrics/metric'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering } from '../../server'

const QUOTE: MetricDocument = {
  key: 'quote',
  label: 'Quote',
  subject: 'Reservierungen und Verträge',
  meaning: 'Reservierungen ÷ Besucher.',
  grain: 'eine Reservierung',
  kind: 'share_ppm',
  filters: ['Zeitraum', 'Quelle'],
  ripeness: 'Sofort.',
  is_main: true,
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
  forms: [
    { key: 'quote_by_visit', label: 'Quote je Besuch', meaning: 'Reservierungen ÷ Besuche.' },
  ],
}
const VISITS = {
  ...QUOTE,
  key: 'sessions',
  is_main: false,
  label: 'Besuche',
  subject: 'Besuche',
  forms: [],
}
const SHOWN: MetricShowDocument = {
  ...QUOTE,
  sql: [{ name: 'overview/totals.sql', sql: 'SELECT 1' }],
}
beforeEach(() => noteSession(sessionOf('marketing')))
const open = (address: string) => renderAt(address, { '/reports/metrics/*': <Metrics /> })

test('the list begins with what people decide by, and has all others on request', async () => {
  answering({ body: { data: [VISITS, QUOTE], total: 2 } })
  open('/reports/metrics')
  expect(await screen.findByRole('link', { name: 'Quote' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Besuche' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Alle 2 Kennzahlen zeigen' }))
  expect(await screen.findByRole('link', { name: 'Besuche' })).toBeTruthy()
})

test('the list is searched by every word, and what is searched stands in the address', async () => {
  answering({ body: { data: [VISITS, QUOTE], total: 2 } })
  open('/reports/metrics')
  expect(await screen.findByRole('link', { name: 'Quote' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Kennzahl suchen'), { target: { value: 'quote ÜBER' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Besuche' })).toBeNull())
  expect(screen.getByText('eine Kennzahl')).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toContain('q=quote')
  fireEvent.change(screen.getByLabelText('Kennzahl suchen'), { target: { value: 'nirgends' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Alle zeigen' }))
  expect(await screen.findByRole('link', { name: 'Besuche' })).toBeTruthy()
})

test('an entry shows formula, forms, filters and SQL', async () => {
  answering({ body: SHOWN })
  open('/reports/metrics/quote')
  expect(await screen.findByText('Reservierungen ÷ Besucher.')).toBeTruthy()
  expect(screen.getByText('Zeitraum, Quelle')).toBeTruthy()
  const forms = within(screen.getByRole('list', { name: 'Verwandte Zahlen' }))
  expect(forms.getByRole('link').getAttribute('href')).toBe('/reports/metrics/quote_by_visit')
  expect(screen.getByText('SELECT 1')).toBeTruthy()
})

test('words are looked for in label, name, formula, forms and places', () => {
  for (const typed of ['', 'quo', 'quote_by', 'besucher ÷', 'überblick', 'je besuch'])
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
      { ...column, name: 'visitors', label: 'Besucher', metric: 'visitors' },
      { ...column, name: 'days', label: 'Tage', metric: '' },
    ],
    rows: [{ visitors: 3, days: 1 }],
    charts: [],
  }
  renderAt('/', { '/': <ReportTable table={table} /> })
  const links = within(screen.getByRole('group')).getAllByRole('link', { hidden: true })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([metricPath('visitors')])
})
