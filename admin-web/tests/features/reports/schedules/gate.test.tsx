import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf, readDraft } from '@/features/reports/schedules/edit/draft'
import { Schedules } from '@/features/reports/schedules/Schedules'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { input, run, schedule, serving } from './schedules'

beforeEach(() => noteSession(sessionOf('admin')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (path = '') =>
  renderAt(`/reports/schedules${path}`, { '/reports/schedules/*': <Schedules /> })
const gate = { needs: ['costs' as const], until: '10:00', is_next_day: false }

test('a schedule that waits says for what and until when, and another time is asked for', async () => {
  const calls = serving({})
  open('/new?offer=weekly')
  fireEvent.click(await screen.findByRole('radio', { name: 'Sobald die Daten da sind' }))
  fireEvent.click(screen.getByRole('checkbox', { name: /^Besuche/ }))
  const until = screen.getByLabelText('Spätestens um')
  fireEvent.change(until, { target: { value: '05:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect((await screen.findByText(/Der Bericht ist um 06:00 Uhr an der Reihe/)).id).toBe(
    until.getAttribute('aria-describedby'),
  )
  fireEvent.change(until, { target: { value: '09:30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() =>
    expect(
      calls.find(({ method, path }) => method === 'POST' && path.endsWith('/report-schedules'))
        ?.body,
    ).toMatchObject({ gate: { needs: ['costs'], until: '09:30', is_next_day: false } }),
  )
})

test('until when it waits lies after its time and within a day', () => {
  const problems = (changes: Partial<typeof gate>) =>
    Object.keys(readDraft({ ...draftOf(input), gate: { ...gate, ...changes } }).problems)
  expect(problems({})).toEqual([])
  expect(problems({ until: '06:00' })).toEqual(['gate.until'])
  expect(problems({ until: '05:59', is_next_day: true })).toEqual([])
  expect(problems({ until: '06:00', is_next_day: true })).toEqual(['gate.until'])
  expect(problems({ needs: [] })).toEqual(['gate.needs'])
})

test('the page says what a report waits for, and which one left without its costs', async () => {
  const provisional = 'Vorläufig: Kosten von Meta fehlen seit 08.11.2026.'
  const waits = {
    ...run,
    id: 42,
    state: 'queued' as const,
    deliveries: [],
    artefacts: [],
    waits_for: 'Kosten von Meta',
    waits_until: '2026-11-23T09:00:00Z',
  }
  serving({
    'GET report-schedules/3': { body: { ...schedule, last_run: waits } },
    'GET report-schedules/3/runs': {
      body: { data: [waits, { ...run, provisional }], has_next: false, total: 2 },
    },
  })
  open('/3')
  const status = await screen.findByText('Wartet auf Kosten von Meta.')
  expect(status.closest('p')?.textContent).toContain('Spätestens 23.11.2026, 10:00')
  expect(await screen.findByText(provisional)).toBeTruthy()
})
