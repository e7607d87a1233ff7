import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ListContextProvider, type ListControllerResult } from 'react-admin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HiddenMatch, MatchedName } from '@/features/reservations/list/Matched'
import { CardChecks } from '@/features/reservations/show/facts/CardChecks'
import { Work } from '@/features/reservations/show/facts/Work'
import { Contact } from '@/features/reservations/show/head/Contact'
import { useContact } from '@/features/reservations/show/head/useContact'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'
import { reservation, row } from './reservation'

beforeEach(() => noteSession(sessionOf('staff')))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('of two who wrote the same fact, the slower one sees both, and mine goes over the version that was seen', async () => {
  const conflicts = [
    { field: 'tags', value: ['Umbenannt'], by_name: 'Miriam Falk', at: '2026-11-23T10:42:00Z' },
  ]
  const calls = answering(refusal(409, 'stale', { version: 4, conflicts }), { body: reservation() })
  renderAt('/', { '/': <Work record={reservation({ id: 19, tags: ['Presse'] })} /> })
  fireEvent.click(screen.getByRole('button', { name: 'Merkmale Presse' }))
  const tags = screen.getByRole<HTMLInputElement>('textbox', { name: 'Merkmale' })
  fireEvent.change(tags, { target: { value: 'Umzug' } })
  fireEvent.keyDown(tags, { key: 'Enter' })
  const versions = await screen.findByRole('alert')
  expect(versions.textContent).toMatch(
    /Umbenannt.*Miriam Falk.*Sie hatten Umzug geschrieben.*Miriams Wert lassen/,
  )
  expect(tags.value).toBe('Umzug')
  fireEvent.click(screen.getByRole('button', { name: 'Meinen nehmen' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([
    { tags: ['Umzug'], version: 3 },
    { tags: ['Umzug'], version: 4 },
  ])
})

test('an address that is asked for hides itself again after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = answering({ body: { value: 'nele@example.org' } })
  function Address() {
    return <Contact contact={useContact(reservation(), 'email')} />
  }
  renderAt('/', { '/': <Address /> })
  fireEvent.click(
    screen.getByRole('button', { name: 'E-Mail-Adresse anzeigen, wird protokolliert' }),
  )
  expect((await screen.findByRole('link', { name: 'nele@example.org' })).getAttribute('href')).toBe(
    'mailto:nele@example.org',
  )
  expect(screen.getByText(/^noch/)).toBeTruthy()
  expect(calls[0]?.path).toBe('/api/staff/reservations/17/reveal')
  await act(() => vi.advanceTimersByTimeAsync(57_000))
  expect(screen.queryByText('nele@example.org')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.queryByText('nele@example.org')).toBeNull()
  expect(screen.getByText('n•••@example.de')).toBeTruthy()
})

test.each([
  [false, ['Hartwik', 'E-Mail nele', 'nele']],
  [true, []],
])('why a row was found is not said of rows of another search (%s)', (isOutdated, said) => {
  const list = { isPlaceholderData: isOutdated, isFetching: isOutdated } as ListControllerResult
  const found = row({
    last_name: 'Hartwik',
    matches: [
      { kind: 'name', start: 0, end: 7, text: 'Hartwik', one_error: false, is_whole: false },
      { kind: 'email', start: 0, end: 4, text: 'nele', one_error: false, is_whole: false },
    ],
  })
  const { container } = render(
    <ListContextProvider value={list}>
      <MatchedName row={found} />
      <HiddenMatch row={found} />
    </ListContextProvider>,
  )
  const told = [...container.querySelectorAll('mark, .found-by')]
  expect(told.map(({ textContent }) => textContent)).toEqual(said)
})

test('a card check that hangs says what happens next, and a button asks the provider now', async () => {
  const check = {
    id: 3,
    attempt: 2,
    provider: 'stripe',
    reference: 'cs_live_7',
    state: 'held',
    cause: '',
    begun_at: '2026-11-23T10:42:00Z',
    held_at: '2026-11-23T10:44:00Z',
    ended_at: null,
    seen_at: '2026-11-23T10:50:00Z',
    look_at: '2026-11-23T11:00:00Z',
    can_end: true,
  }
  const over = { ...check, state: 'released', ended_at: '2026-11-23T10:55:00Z', can_end: false }
  const calls = answering(
    { body: { data: [check], is_offered: true } },
    { body: { data: [over], is_offered: true } },
    { body: { data: [over], is_offered: true } },
  )
  renderAt('/', { '/': <CardChecks id={17} /> })
  expect(await screen.findByText(/cs_live_7/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Jetzt freigeben' }))
  expect(await screen.findByText(/Vormerkung aufgehoben/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/staff/reservations/17/card-checks',
    'POST /api/staff/reservations/17/card-checks/3/end',
    'GET /api/staff/reservations/17/card-checks',
  ])
})
