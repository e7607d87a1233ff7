import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ImportList } from '@/features/reservations/imports/ImportList'
import { leftWords, openParks, type Park } from '@/features/reservations/imports/importPark'
import { goesOn, type ListImport } from '@/features/reservations/imports/listImport'
import { renderAt } from '../../screen'
import { answering } from '../../server'

const made = (more: Partial<ListImport> = {}): ListImport => ({
  id: 7,
  file_name: 'Messe.csv',
  park_id: 'ingolstadt',
  state: 'running',
  problem: null,
  rows: 400,
  entered: 150,
  waiting: 250,
  moved: 0,
  refused: 2,
  left_out: 1,
  is_told: true,
  statement: 'Ordner 7',
  at: '2026-11-25T10:00:00Z',
  actor_name: 'Jonas Reh',
  undo_until: '2026-11-26T10:00:00Z',
  undone_at: null,
  undone_by_name: null,
  later: [],
  ...more,
})
const park = (more: object): Park =>
  ({
    id: 'munich',
    name: 'Solarpark München',
    spot_limit: 40,
    paused_at: null,
    cancelled_at: null,
    fullness: { left: 12 },
    ...more,
  }) as Park
const listed = (one: ListImport) => ({ body: { data: [one], has_next: false, total: 1 } })
const parks = { body: { data: [park({ id: 'ingolstadt', name: 'Solarpark Ingolstadt' })] } }

afterEach(() => vi.useRealTimers())

test('a page that is opened again shows how far an import is, and looks until it is complete', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answering(listed(made()), parks, listed(made({ state: 'done', entered: 400, waiting: 0 })))
  renderAt('/', { '/': <ImportList /> })
  const progress = await screen.findByRole('progressbar', { name: 'Eintragen von „Messe.csv“' })
  expect(progress.getAttribute('value')).toBe('150')
  expect(screen.getByText('150 von 400')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Fortsetzen/ })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(await screen.findByText('eingetragen')).toBeTruthy()
})

test('one that is held up says why and goes on when asked to', async () => {
  const problem = 'Die Reservierung in diesem Park ist pausiert.'
  const calls = answering(listed(made({ problem })), parks, { body: made() }, listed(made()), parks)
  renderAt('/', { '/': <ImportList /> })
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(screen.getByText('angehalten, 250 Zeilen offen')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Fortsetzen/ }))
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  expect(calls[2]?.path).toContain('/reservations/imports/7/continue')
})

test('an import goes on by itself unless it is complete or held up', () => {
  expect(goesOn(made())).toBe(true)
  expect(goesOn(made({ problem: 'Pausiert.' }))).toBe(false)
  expect(goesOn(made({ state: 'done' }))).toBe(false)
})

test('parks are offered with what each has left', () => {
  const full = park({ fullness: { left: 0 } })
  expect(leftWords(park({}))).toBe('12 Plätze frei')
  expect(leftWords(park({ fullness: { left: 1 } }))).toBe('ein Platz frei')
  expect(leftWords(full)).toBe('kein Platz frei')
  expect(leftWords(park({ paused_at: '2026-11-25T10:00:00Z' }))).toBe('zurzeit pausiert')
  const cancelled = park({ cancelled_at: '2026-11-25T10:00:00Z' })
  expect(openParks([park({}), full, cancelled, park({ spot_limit: 0 })])).toHaveLength(2)
})
