import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Collection } from '@/features/reports/kept/Collection'
import { DeliverLink } from '@/features/reports/schedules/DeliverLink'
import { Schedules } from '@/features/reports/schedules/Schedules'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { colleague, input, outside, run, schedule, serving } from './schedules'

beforeEach(() => noteSession(sessionOf('admin')))
const open = (path = '') =>
  renderAt(`/reports/schedules${path}`, {
    '/reports/schedules/*': <Schedules />,
    '/reports/kept': <Collection />,
  })
const address = () => screen.getByTestId('address').textContent
const saved = (calls: ReturnType<typeof serving>) =>
  calls.find(({ method, path }) => method !== 'GET' && !isPreview(path))
/** Asked while typing. */
const isPreview = (path: string) => path.endsWith('/preview')

test('the list says of each what became of its last run, why it is paused and who gets nothing', async () => {
  const reason = 'Fünfmal fehlgeschlagen.'
  const pausedBy = { at: '2026-11-20T05:00:00Z', reason, by_system: true }
  const paused = { ...schedule, id: 4, name: 'Angehalten', state: 'paused', paused: pausedBy }
  const gone = { ...colleague, state: 'role', left_out: 'Rolle darf diesen Bericht nicht sehen' }
  const toNobody = { ...schedule, id: 5, name: 'Für niemanden', whom: [gone] }
  serving({ 'GET report-schedules': { body: { data: [schedule, paused, toNobody] } } })
  open()
  const item = async (name: string) =>
    (await screen.findByRole('link', { name })).closest('li')?.textContent
  const told = await item('Wochenüberblick')
  expect(told).toContain('Nicht zugestellt')
  expect(told).toContain('miriam@voltigo.example: zugestellt')
  expect(told).toContain(
    'bank@example.org: nicht zugestellt, das Postfach gibt es nicht, 3 Versuche',
  )
  expect(told).not.toContain('bekommt nichts')
  expect(await item('Angehalten')).toContain(reason)
  expect(await item('Angehalten')).toContain('Von selbst angehalten')
  expect(await item('Für niemanden')).toContain('Ein Empfänger bekommt nichts.')
})

test('without any, ready-made ones are the start', async () => {
  serving({ 'GET report-schedules': { body: { data: [] } } })
  open()
  const offer = await screen.findByRole('link', { name: /Einrichten.*Wochenüberblick/ })
  fireEvent.click(offer)
  expect(address()).toBe('/reports/schedules/new?offer=weekly')
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement
  expect(name.value).toBe('Wochenüberblick')
  expect(screen.getByText('miriam@voltigo.example')).toBeTruthy()
})

test('the preview shows dates, the next five and the mail in a frame that runs nothing', async () => {
  const calls = serving({})
  open('/new?offer=weekly')
  expect(await screen.findByText('Heute wären das 14.11.2026 bis 20.11.2026.')).toBeTruthy()
  const frame = screen.getByTitle('Mail wie beim Empfänger')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).not.toContain('style="')
  expect(
    within(screen.getByRole('list', { name: /nächsten fünf/ })).getAllByRole('listitem'),
  ).toHaveLength(5)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Freitag' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => isPreview(path)).at(-1)?.body).toMatchObject({
      timing: { weekdays: [1, 5] },
    }),
  )
})

test('a wrong address stays in its field with a sentence, and nothing is sent', async () => {
  const calls = serving({})
  open('/new?offer=weekly')
  const field = (await screen.findByLabelText('E-Mail-Adresse')) as HTMLInputElement
  fireEvent.change(field, { target: { value: 'anna@x.de, bank@' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByText(/„bank@“ ist keine E-Mail-Adresse/)).toBeTruthy()
  expect(field.value).toBe('bank@')
  expect(screen.getByRole('list', { name: 'Empfänger' }).textContent).toContain('anna@x.de')
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Bitte prüfen Sie die gekennzeichneten Angaben.')).toBeTruthy()
  expect(saved(calls)).toBeUndefined()
  fireEvent.change(field, { target: { value: 'bank@example.org' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(address()).toBe('/reports/schedules/3'))
  expect(saved(calls)?.body).toMatchObject({
    recipients: ['miriam@voltigo.example', 'anna@x.de', 'bank@example.org'],
  })
})

test('what the server refuses stands beside its field, everything typed stays', async () => {
  const errors = [{ field: 'recipients.1', code: 'not_staff', message: 'Kein aktives Konto.' }]
  const refused = { status: 422, body: { code: 'validation', title: 'Bitte prüfen', errors } }
  serving({ 'POST report-schedules': refused })
  open('/new?offer=weekly')
  const field = await screen.findByLabelText('E-Mail-Adresse')
  fireEvent.change(field, { target: { value: 'fremd@example.org' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('fremd@example.org: Kein aktives Konto.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'fremd@example.org entfernen' }))
  await waitFor(() => expect(screen.queryByText(/Kein aktives Konto/)).toBeNull())
})

test('a run that failed is repeated', async () => {
  const failed = { ...run, id: 42, state: 'failed' as const, error: 'Fehler', deliveries: [] }
  const calls = serving({
    'GET report-schedules/3/runs': { body: { data: [failed], has_next: false, total: 1 } },
    'POST report-deliveries/42/repeat': { status: 202, body: run },
  })
  open('/3')
  fireEvent.click(await screen.findByRole('button', { name: 'Wiederholen' }))
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('42/repeat'))).toBe(true))
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

test('colleagues are suggested once, taken with one press, and a proof comes to me after saving', async () => {
  const calls = serving({})
  open('/new?offer=weekly')
  const team = await screen.findByRole('list', { name: 'Aus dem Team hinzufügen' })
  expect(within(team).getAllByRole('button')).toHaveLength(2)
  const field = screen.getByLabelText('E-Mail-Adresse')
  fireEvent.change(field, { target: { value: 'voss' } })
  expect(within(team).queryByText(/Anna Beck/)).toBeNull()
  fireEvent.click(within(team).getByRole('button', { name: 'Lena Voss (lena@voltigo.example)' }))
  expect((field as HTMLInputElement).value).toBe('')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('button', { name: 'Lena Voss (lena@voltigo.example)' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Speichern und Probe an mich' }))
  await waitFor(() => expect(address()).toBe('/reports/schedules/3'))
  expect(saved(calls)?.body).toMatchObject({
    recipients: expect.arrayContaining(['lena@voltigo.example']),
  })
  expect(calls.some(({ path }) => path.endsWith('/report-schedules/3/test'))).toBe(true)
})

test('the first working day and the rows from which there are tables are saved', async () => {
  const calls = serving({})
  open('/3/edit')
  fireEvent.click(await screen.findByRole('radio', { name: 'Monatlich' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Erster Werktag' }))
  const least = screen.getByLabelText('Tabellen ab')
  fireEvent.change(least, { target: { value: 'wenige' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(
    await screen.findByText('Bitte geben Sie eine ganze Zahl von 0 bis 1.000 ein.'),
  ).toBeTruthy()
  fireEvent.change(least, { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() =>
    expect(saved(calls)?.body).toMatchObject({
      version: 4,
      timing: { kind: 'monthly', month_day: 0 },
      least_rows: 5,
    }),
  )
})

test("a report's page leads to a new schedule that asks the same", () => {
  const asked = { from: '2026-07-01', to: '2026-09-30', park: null, only_utm_source: ['google'] }
  renderAt('/x', { '/x': <DeliverLink report="overview" parameters={asked} /> })
  expect(screen.getByRole('link', { name: 'Regelmäßig senden' }).getAttribute('href')).toBe(
    '/reports/schedules/new?report=overview&from=2026-07-01&to=2026-09-30&only_utm_source=google',
  )
})

test('when somebody else was quicker both versions are shown, and mine can be laid over theirs', async () => {
  const current = { ...schedule, name: 'Anders', formats: ['csv'], version: 5 }
  const stale = { status: 409, body: { code: 'stale', title: 'Veraltet', current, version: 5 } }
  const calls = serving({ 'PUT report-schedules/3': [stale, { body: current }] })
  open('/3/edit')
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement
  fireEvent.change(name, { target: { value: 'Meiner' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText(/Jemand anderes hat diesen Bericht inzwischen/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Name: Meine Angabe behalten, Meiner'))
  fireEvent.click(screen.getByRole('button', { name: 'So speichern' }))
  await waitFor(() => expect(address()).toBe('/reports/schedules/3'))
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    ...input,
    name: 'Meiner',
    formats: ['csv'],
    version: 5,
  })
})

test('each run says what became of it', async () => {
  const left = {
    recipient: 'weg@example.org',
    state: 'left_out',
    left_out: 'Rolle darf ihn nicht',
    sent_at: null,
  }
  const none = { note: 'Die Bedingung traf nicht zu.', deliveries: [] }
  const runs = [
    { state: 'running' },
    { state: 'generated' },
    { state: 'delivered' },
    { state: 'failed', error: 'Die Datenbank war nicht da.', deliveries: [] },
    { state: 'delivery_failed' },
    { state: 'generated', ...none },
    { state: 'generated', note: 'Kein Empfänger', deliveries: [{ ...run.deliveries[0], ...left }] },
  ].map((changes, id) => ({ ...run, id, artefacts: [], ...changes }))
  serving({ 'GET report-schedules/3/runs': { body: { data: runs, has_next: false } } })
  open('/3')
  await screen.findByRole('heading', { level: 3, name: 'Läuft' })
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Läuft',
    'Erstellt',
    'Zugestellt',
    'Fehlgeschlagen',
    'Nicht zugestellt',
    'Nichts gesendet',
    'Nichts gesendet',
  ])
  for (const words of [
    'Die Datenbank war nicht da.',
    none.note,
    'nicht gesendet: Rolle darf ihn nicht',
  ])
    expect(screen.getByText(words)).toBeTruthy()
})

const whom = async () =>
  within(await screen.findByRole('list', { name: 'Empfänger dieses Berichts' }))

test('each recipient has its answer, each file its way and its end, and an admin confirms an address outside', async () => {
  const calls = serving({ 'POST report-schedules/3/recipients/12/confirm': { body: schedule } })
  open('/3')
  expect(await screen.findByText('550 5.1.1 Postfach unbekannt')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'wochenueberblick.pdf' }).getAttribute('href')).toBe(
    '/api/staff/report-runs/41/artefacts/7',
  )
  expect(screen.getByText('bis 14.02.2027')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'alt.xlsx' })).toBeNull()
  expect(screen.getByText('nicht mehr da')).toBeTruthy()
  const list = await whom()
  expect(list.getByText('Außerhalb, eingetragen von Miriam Falk am 03.11.2026')).toBeTruthy()
  expect(list.getByText('Gilt bis 03.11.2027')).toBeTruthy()
  fireEvent.click(list.getByRole('button', { name: /bank@example.org für ein weiteres Jahr/ }))
  await waitFor(() => expect(saved(calls)?.path).toMatch(/schedules\/3\/recipients\/12\/confirm$/))
})

test('an owner without the right is said, and who may not change sees no buttons', async () => {
  const owner = { id: 9, name: 'Lena Voss', is_entitled: false }
  serving({ 'GET report-schedules/3': { body: { ...schedule, owner, may_change: false } } })
  open('/3')
  expect(await screen.findByText('Lena Voss darf diesen Bericht nicht mehr sehen.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Jetzt senden' })).toBeNull()
})

test('a schedule of somebody else is set up anew under my name', async () => {
  const owner = { id: 9, name: 'Lena Voss', is_entitled: false }
  serving({ 'GET report-schedules/3': { body: { ...schedule, owner } } })
  open('/3')
  fireEvent.click(await screen.findByRole('link', { name: 'Unter Ihrem Namen neu anlegen' }))
  expect(address()).toBe('/reports/schedules/new?copy=3')
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Wochenüberblick')
  expect(screen.getByText('bank@example.org')).toBeTruthy()
})

test('pausing asks for a reason', async () => {
  const calls = serving({ 'POST report-schedules/3/pause': { body: schedule } })
  open('/3')
  fireEvent.click(await screen.findByRole('button', { name: 'Anhalten' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Anhalten' }))
  expect(await dialog.findByText('Bitte nennen Sie den Grund.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'Messe' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Anhalten' }))
  await waitFor(() => expect(saved(calls)?.body).toEqual({ reason: 'Messe' }))
})

test('who gets nothing is said with the reason, and what ends soon as well', async () => {
  const gone = { ...colleague, state: 'disabled', left_out: 'Konto abgeschaltet' }
  const ending = { ...outside, state: 'ending', confirmed_at: '2026-11-20T09:00:00Z' }
  const open_ = { ...outside, id: 13, state: 'unconfirmed', confirmed_at: null, left_out: 'Offen' }
  serving({ 'GET report-schedules/3': { body: { ...schedule, whom: [gone, ending, open_] } } })
  open('/3')
  expect(
    await screen.findByText(/^2 Empfänger bekommen nichts\. Eine Adresse außerhalb ist bald/),
  ).toBeTruthy()
  const list = await whom()
  expect(list.getByText('Bekommt nichts: Konto abgeschaltet')).toBeTruthy()
  expect(list.getByText('Zuletzt bestätigt von Miriam Falk am 20.11.2026')).toBeTruthy()
  expect(
    list.getByRole('button', { name: 'bank@example.org für ein Jahr bestätigen' }),
  ).toBeTruthy()
})

test('only the administration confirms, and only what is no colleague’s', async () => {
  const claimed = { ...outside, name: 'Lena Voss' }
  serving({ 'GET report-schedules/3': { body: { ...schedule, whom: [colleague, claimed] } } })
  open('/3')
  expect((await whom()).queryByRole('button')).toBeNull()
  cleanup()
  noteSession(sessionOf('marketing'))
  serving({})
  open('/3')
  expect((await whom()).queryByRole('button')).toBeNull()
})
