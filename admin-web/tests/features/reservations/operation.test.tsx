import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLiveConnection } from '@/api/live/live'
import { NOTIFYING, NotifyChoice } from '@/features/reservations/operations/NotifyChoice'
import { OperationDialog } from '@/features/reservations/operations/OperationDialog'
import { FollowUp } from '@/features/reservations/show/head/FollowUp'
import { dueWords, presets } from '@/features/reservations/show/head/followUpDays'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'
import { Line } from '../../stream'
import { reservation } from './reservation'

const preview = (changes: object = {}) => ({
  body: {
    count: 1,
    allowed: 1,
    consequences: ['Rückgängig machen lässt sich das 24 Stunden lang.'],
    needs_reason: true,
    asks_for_count: false,
    needs_second_person: false,
    refused: [],
    refused_because: [],
    warnings: [],
    ...changes,
  },
})
const outcome = { operation_id: 5, undo_until: null, done: 1, refused: 0, results: [] }
const invited = {
  id: 4,
  at: '2026-11-23T10:42:00Z',
  actor: 'staff:2',
  actor_name: 'Jonas Reh',
  action: 'invite',
  before: { state: 'reserved' },
  after: { state: 'invited' },
  reason: '',
  operation_id: 4,
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

test('after a colleague was faster it says what changed and goes on with what was typed', async () => {
  const calls = answering(
    preview(),
    refusal(409, 'stale', { version: 4, changes: [invited] }),
    preview({ consequences: ['Die Reservierung wechselt von »Eingeladen« zu »Storniert«.'] }),
    { body: outcome },
    preview(),
  )
  const onClose = vi.fn()
  renderAt('/', { '/': <OperationDialog name="cancel" ids={[17]} version={3} onClose={onClose} /> })
  fireEvent.change(await screen.findByLabelText(/Grund/), { target: { value: 'Zieht um' } })
  fireEvent.click(button('Stornieren'))
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('Jonas Reh')
  expect(told.textContent).toMatch(/Reserviert.*Eingeladen/)
  await screen.findByText(/von »Eingeladen«/)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Grund/).value).toBe('Zieht um')
  fireEvent.click(button('Trotzdem ausführen'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(calls[1]?.body).toMatchObject({ version: 3, reason: 'Zieht um' })
  expect(calls[3]?.body).toMatchObject({ version: 4, reason: 'Zieht um' })
})

test('a dialog follows the stream: the preview is asked again, and what was typed stays', async () => {
  vi.stubGlobal('EventSource', Line)
  function Connected() {
    useLiveConnection()
    return <OperationDialog name="cancel" ids={[17]} version={3} onClose={vi.fn()} />
  }
  const calls = answering(
    preview(),
    preview({ consequences: ['Die Reservierung wechselt von »Eingeladen« zu »Storniert«.'] }),
  )
  renderAt('/', { '/': <Connected /> })
  fireEvent.change(await screen.findByLabelText(/Grund/), { target: { value: 'Zieht um' } })
  const change = { type: 'change' as const, id: 9, topic: 'reservation', at: invited.at }
  const jonas = { action: 'reservation.invite', by_account: 2, by_name: 'Jonas Reh' }
  act(() => Line.all.at(-1)?.say({ ...change, ...jonas, number: 18 }))
  expect(calls).toHaveLength(1)
  act(() => Line.all.at(-1)?.say({ ...change, ...jonas, number: 17 }))
  await screen.findByText(/von »Eingeladen«/)
  expect(screen.getByRole('status').textContent).toMatch(/Eingeladen \(Jonas Reh\)/)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Grund/).value).toBe('Zieht um')
  expect(calls).toHaveLength(2)
  vi.unstubAllGlobals()
})

test('a sentence about taking it back stands there once', async () => {
  answering(preview())
  renderAt('/', { '/': <OperationDialog name="invite" ids={[17]} onClose={vi.fn()} /> })
  await screen.findByText('Was passiert')
  expect(document.body.textContent?.match(/rückgängig/gi)).toHaveLength(1)
})

test('what binds many needs their number and looks unlike other buttons', async () => {
  const because = [{ sentence: '1 ist schon aktiv und bleibt, wie sie ist.', ids: [19] }]
  const refused = [{ id: 19, name: 'Erwin Abel, Platz 9', code: 'wrong_state', detail: 'Nein.' }]
  const calls = answering(
    preview({
      ...{ count: 3, allowed: 2, needs_reason: false, asks_for_count: true },
      ...{ refused, refused_because: because },
    }),
    { body: { ...outcome, done: 2, refused: 1 } },
    preview(),
  )
  renderAt('/', { '/': <OperationDialog name="contract" ids={[17, 18, 19]} onClose={vi.fn()} /> })
  const number = await screen.findByLabelText(/Zahl der Reservierungen/)
  const confirm = button('Vertrag eintragen (2)')
  expect(confirm.className).toContain('outlined')
  expect(confirm.disabled).toBe(true)
  fireEvent.change(number, { target: { value: '3' } })
  expect(confirm.disabled).toBe(true)
  expect(screen.getByText('1 ist schon aktiv und bleibt, wie sie ist.')).toBeTruthy()
  fireEvent.change(number, { target: { value: '2' } })
  fireEvent.click(confirm)
  await screen.findByText('Fertig')
  expect(calls[1]?.body).toMatchObject({ confirmed_count: 2 })
})

test('people whom one would rather ask first are named, and left out by one press', async () => {
  const people = [{ id: 19, name: 'Erwin Abel, Platz 9' }]
  const warnings = [{ sentence: 'Bei 1 Haushalt ist die Kartenprüfung gescheitert.', people }]
  const calls = answering(
    preview({ count: 3, allowed: 3, needs_reason: false, warnings }),
    preview({ count: 2, allowed: 2, needs_reason: false }),
  )
  renderAt('/', { '/': <OperationDialog name="invite" ids={[17, 18, 19]} onClose={vi.fn()} /> })
  expect((await screen.findByText('Erwin Abel, Platz 9')).getAttribute('href')).toContain('/19/')
  fireEvent.click(button(/^Diesen Haushalt auslassen/))
  expect(await screen.findByRole('heading', { name: 'Einladen: 2 Reservierungen' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Erwin Abel, Platz 9')).toBeNull())
  expect(calls.map(({ body }) => (body as { ids: number[] }).ids)).toEqual([
    [17, 18, 19],
    [17, 18],
  ])
})

test('the day of a follow-up is there to be changed, and an empty one says what it does', async () => {
  answering(preview({ needs_reason: false }))
  renderAt('/', { '/': <FollowUp record={reservation({ follow_up_on: '2026-01-05' })} /> })
  fireEvent.keyDown(document.body, { key: 's' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Anderer Tag' }))
  const day = await screen.findByLabelText<HTMLInputElement>('Tag der Wiedervorlage')
  expect(day.value).toBe('2026-01-05')
  expect(button('Wiedervorlage setzen')).toBeTruthy()
  fireEvent.change(day, { target: { value: '' } })
  expect(button('Wiedervorlage entfernen')).toBeTruthy()
})

test('a follow-up is done or put off by one key, by the day that was looked at', async () => {
  const done = { body: { day: null, operation_id: 5, undo_until: null } }
  const calls = answering(done, done)
  renderAt('/', { '/': <FollowUp record={reservation({ follow_up_on: '2026-01-05' })} /> })
  fireEvent.keyDown(document.body, { key: 'e' })
  await waitFor(() => expect(calls[0]?.body).toEqual({ day: null, seen: '2026-01-05' }))
  await waitFor(() => expect(button(/^Erledigt/).disabled).toBe(false))
  fireEvent.keyDown(document.body, { key: 's' })
  fireEvent.keyDown(await screen.findByRole('menu'), { key: '1' })
  await waitFor(() =>
    expect(calls[1]?.body).toEqual({ day: presets()[0]?.day, seen: '2026-01-05' }),
  )
})

test.each([
  // A Wednesday, a Friday, a Saturday, a Sunday, a Monday.
  ['2026-11-25', ['Morgen 2026-11-26', 'Montag 2026-11-30', 'In einer Woche 2026-12-02']],
  ['2026-11-27', ['Montag 2026-11-30', 'Dienstag 2026-12-01', 'In einer Woche 2026-12-04']],
  ['2026-11-28', ['Montag 2026-11-30', 'Dienstag 2026-12-01', 'Montag 2026-12-07']],
  ['2026-11-29', ['Morgen 2026-11-30', 'Dienstag 2026-12-01', 'Montag 2026-12-07']],
  ['2026-11-30', ['Morgen 2026-12-01', 'Montag 2026-12-07', 'Dienstag 2026-12-08']],
])('on %s a follow-up is offered on three different weekdays', (today, days) => {
  expect(presets(today).map(({ label, day }) => `${label} ${day}`)).toEqual(days)
})

test('words tell how late a follow-up is', () => {
  const words = ['2026-11-25', '2026-11-20', '2026-11-18', '2025-12-23', '2026-11-30']
  expect(words.map((day) => dueWords(day, '2026-11-25'))).toEqual([
    ...['Heute', 'Seit Freitag', 'Seit 18.11.', 'Seit 23.12.2025', 'Am Mo 30.11.'],
  ])
})

const NOBODY = /^Ein Mailserver ist noch nicht eingerichtet: .* erreichen niemanden\.$/

test.each([
  [false, ['Der Haushalt erhält in 10 Minuten eine Mail: „Storniert“.'], true],
  [false, ['Der Haushalt hat keine Adresse: Er erhält keine Mail.'], false],
  [false, ['Der Platz wird frei.'], false],
  [true, ['Der Haushalt erhält in 10 Minuten eine Mail: „Storniert“.'], false],
])(
  'mails leave: %s; a preview of %j says that none does: %s',
  async (leave, consequences, says) => {
    noteSession({ ...sessionOf('staff'), mails_leave: leave })
    answering(preview({ consequences }))
    renderAt('/', {
      '/': <OperationDialog name="cancel" ids={[17]} version={3} onClose={vi.fn()} />,
    })
    await screen.findByText(consequences[0] ?? '')
    expect(screen.queryAllByText(NOBODY)).toHaveLength(says ? 1 : 0)
  },
)

test('the choice of a mail says that it reaches nobody without a mail server', () => {
  noteSession({ ...sessionOf('staff'), mails_leave: false })
  renderAt('/', { '/': <NotifyChoice value={NOTIFYING} onChange={vi.fn()} /> })
  expect(
    screen.getByText(/^Geht in zehn Minuten hinaus\. Ohne Mailserver .* niemanden\.$/),
  ).toBeTruthy()
})
