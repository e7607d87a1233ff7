import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf } from '@/features/reports/schedules/edit/draft'
import { moved, withAnother, without, withReportAt } from '@/features/reports/schedules/edit/pack'
import { Schedules } from '@/features/reports/schedules/Schedules'
import { packOf } from '@/features/reports/schedules/schedule'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { input, reports, run, schedule, serving } from './schedules'

beforeEach(() => noteSession(sessionOf('admin')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (path = '') =>
  renderAt(`/reports/schedules${path}`, { '/reports/schedules/*': <Schedules /> })
const names = (draft: ReturnType<typeof draftOf>) => packOf(draft).map(({ report }) => report)

test('reports are added, put in order and taken out, and keep what they are asked', () => {
  const start = { ...draftOf(input), condition: null }
  const two = { ...start, ...withAnother(start, reports.data) }
  expect(names(two)).toEqual(['overview', 'models'])
  const three = { ...two, ...withAnother(two, reports.data) }
  expect(names(three)).toEqual(['overview', 'models', 'capacity'])
  const first = { ...three, ...moved(three, 1, -1) }
  expect(names(first)).toEqual(['models', 'overview', 'capacity'])
  expect(packOf(first)[1]?.parameters).toEqual(input.parameters)
  expect(names({ ...first, ...without(first, 0, reports.data) })).toEqual(['overview', 'capacity'])
})

test('the condition goes with the report that it was about, and days come with one that needs them', () => {
  const rows = { kind: 'rows' as const, table: 'days', least: 1, typed: null }
  const draft = {
    ...draftOf(input),
    condition: rows,
    further_reports: [{ report: 'capacity', parameters: {} }],
  }
  expect(moved(draft, 1, -1)).toMatchObject({ report: 'capacity', condition: null })
  expect('condition' in without(draft, 1, reports.data)).toBe(false)
  const models = reports.data.find(({ name }) => name === 'models')
  if (!models) throw new Error('no report')
  expect(withReportAt({ ...draft, period: null }, 1, models).period).toBe('last_7_days')
})

test('the first report can be moved and taken out like the others, and the last one stays', async () => {
  serving({})
  open('/new?report=overview&compare=none')
  fireEvent.click(await screen.findByRole('button', { name: 'Weiteren Bericht hinzufügen' }))
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(button('Überblick nach oben').disabled).toBe(true)
  fireEvent.click(button('Überblick nach unten'))
  expect(screen.getByRole('group', { name: '2. Überblick' })).toBeTruthy()
  expect(document.activeElement, 'at the end only the way back is left').toBe(
    button('Überblick nach oben'),
  )
  fireEvent.click(button('Modelle entfernen'))
  const first = screen.getByLabelText<HTMLSelectElement>('Bericht')
  expect(first.value).toBe('overview')
  expect(document.activeElement).toBe(first)
  expect(screen.queryByRole('button', { name: 'Überblick entfernen' })).toBeNull()
})

test('a name that was a title follows the first report, and days go with the last that takes them', () => {
  const draft = {
    ...draftOf({ ...input, name: 'Überblick' }),
    further_reports: [{ report: 'capacity', parameters: {} }],
  }
  expect(without(draft, 0, reports.data)).toMatchObject({ name: 'Auslastung', period: null })
  expect('name' in without({ ...draft, name: 'Montags' }, 0, reports.data)).toBe(false)
  expect('period' in without(draft, 1, reports.data)).toBe(false)
})

test('a pack is made with the keyboard alone and saved in its order', async () => {
  const calls = serving({})
  open('/new?offer=weekly')
  fireEvent.click(await screen.findByRole('button', { name: 'Weiteren Bericht hinzufügen' }))
  const second = screen.getByRole('group', { name: '2. Modelle' })
  fireEvent.change(within(second).getByLabelText('2. Bericht'), { target: { value: 'capacity' } })
  expect(screen.getByText(/Alle kommen in einer Mail/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Auslastung nach oben' }))
  expect(screen.getByRole('group', { name: '2. Überblick' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() =>
    expect(
      calls.find(({ method, path }) => method === 'POST' && path.endsWith('/report-schedules'))
        ?.body,
    ).toMatchObject({ report: 'capacity', further_reports: [{ report: 'overview' }] }),
  )
})

test('list, page and runs name every report of a pack', async () => {
  const pack = {
    ...schedule,
    titles: ['Überblick', 'Modelle'],
    further_reports: [{ report: 'models', parameters: { look_back_days: 60 } }],
  }
  const further = { id: 77, report: 'models', title: 'Modelle', rows: 3, has_result: true }
  const runs = [{ ...run, further: [{ ...further, artefacts: [] }] }]
  serving({
    'GET report-schedules/3': { body: pack },
    'GET report-schedules/3/runs': { body: { data: runs, has_next: false, total: 1 } },
  })
  open('/3')
  const list = await screen.findByRole('list', { name: 'Berichte in dieser Mail' })
  expect(within(list).getByRole('link', { name: 'Modelle' }).getAttribute('href')).toMatch(
    /reports\/kept\/77$/,
  )
  expect(screen.getByText('Berichte')).toBeTruthy()
  expect(screen.getByText(/Überblick und Modelle/)).toBeTruthy()
})
