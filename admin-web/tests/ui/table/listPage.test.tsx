import { focusManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordOf } from '@/api/dataProvider'
import { ListCount } from '@/features/reservations/list/ListCount'
import { noteSession } from '@/session/session'
import { rangeWords } from '@/ui/list/HistoryPager'
import { ListColumn } from '@/ui/table/Column'
import { ChoiceFilter, PeriodFilter } from '@/ui/table/filters'
import { ListPage } from '@/ui/table/ListPage'
import { moved, shownColumns } from '@/ui/table/useChosenColumns'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const Column = ListColumn<RecordOf<'mails'>>
const COLUMNS = (
  <>
    <Column source="recipient" label="Name" sortByOrder="ASC" isFixed />
    <Column source="attempts" label="Versuche" isNumeric />
    <Column source="id" label="Nummer" isHiddenAtFirst />
  </>
)
const KINDS = [
  { value: 'staff_link', label: 'Zugang' },
  { value: 'park_cancelled', label: 'Absage' },
]
const STATES = [
  { value: 'sent', label: 'Versendet' },
  { value: 'failed', label: 'Gescheitert' },
]
const FILTERS = [
  <ChoiceFilter key="kind" source="kind" label="Art" choices={KINDS} />,
  <ChoiceFilter key="state" source="state" label="Stand" choices={STATES} isMany />,
  <PeriodFilter
    key="created"
    source="created"
    label="Bestellt"
    parameters={['created_from', 'created_to']}
  />,
]
const rows = [
  { id: 1, recipient: 'Nele Hartwig', attempts: 322 },
  { id: 2, recipient: 'Yusuf Demir', attempts: 321 },
]
const page = { status: 200, body: { data: rows, has_next: true, total: null } }

beforeEach(() => noteSession(sessionOf('staff')))
afterEach(() => {
  // In this order: a list still shown would fetch again and take the next test's answer.
  cleanup()
  focusManager.setFocused(undefined)
})

function show(search = '') {
  renderAt(`/mails${search}`, {
    '/mails': (
      <ListPage
        resource="mails"
        title="Mails"
        sort={{ field: 'recipient', order: 'ASC' }}
        rowLabel={({ recipient }) => recipient}
        rowPath={({ id }) => `/mails/${id}/show`}
        bulkActions={<button type="button">Wiederholen</button>}
        filters={FILTERS}
        lead={<ListCount />}
      >
        {COLUMNS}
      </ListPage>
    ),
  })
}

const sortButton = () => screen.getByRole('button', { name: /Sortieren nach Name/ })

test('rows, their checkboxes and the order are named, and what is selected can be worked on', async () => {
  answering(page)
  show()
  expect(await screen.findByText('Nele Hartwig')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByRole('checkbox', { name: 'Yusuf Demir auswählen' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
    'ascending',
  )
  expect(screen.getByText('Zeilen 1–2, es gibt weitere')).toBeTruthy()

  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }))
  expect(await screen.findByText('2 Einträge ausgewählt')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Wiederholen' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByText('2 Einträge ausgewählt')).toBeNull())
})

test('sorting the other way asks the server', async () => {
  const calls = answering(page, page)
  show()
  await screen.findByText('Nele Hartwig')
  fireEvent.click(sortButton())
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.path).toContain('sort=recipient&order=desc')
})

test('keys: D makes rows higher, j and k go through them, Enter opens one, and a field keeps its own', async () => {
  answering(page)
  show()
  await screen.findByText('Nele Hartwig')
  const density = () => screen.getByRole('region', { name: 'Mails' }).dataset.density
  expect(density()).toBe('dense')
  fireEvent.keyDown(document.body, { key: 'D', shiftKey: true })
  await waitFor(() => expect(density()).toBe('wide'))
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'j' })
  expect(document.querySelector('[data-current]')).toBeNull()
  field.remove()
  for (const key of ['j', 'j', 'j', 'k', 'j']) fireEvent.keyDown(document.body, { key })
  await waitFor(() =>
    expect(document.querySelector('[data-current]')?.textContent).toContain('Yusuf'),
  )
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/mails/2/show'))
})

test('what comes in by itself moves neither the current row nor what is selected', async () => {
  const third = { id: 3, recipient: 'Ada Brandl', attempts: 323 }
  const news = { status: 200, body: { data: [third, ...rows], has_next: true, total: null } }
  answering(page, news)
  show()
  await screen.findByText('Nele Hartwig')
  for (const key of ['j', 'j']) fireEvent.keyDown(document.body, { key })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Yusuf Demir auswählen' }))
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  expect(await screen.findByText('Ada Brandl')).toBeTruthy()
  expect(document.querySelector('[data-current]')?.textContent).toContain('Yusuf')
  const chosen = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Yusuf Demir auswählen' })
  expect(chosen.checked).toBe(true)
  expect(screen.getByText('1 Eintrag ausgewählt')).toBeTruthy()
})

test('nothing found is told apart from nothing there', async () => {
  const none = { body: { data: [], has_next: false, total: 0 } }
  answering(none, none)
  show('?filter={"q":"xyz"}')
  expect(await screen.findByText(/Zu dieser Suche/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Filter entfernen' }))
  expect(await screen.findByText('Hier ist noch nichts.')).toBeTruthy()
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  answering(refusal(500, 'internal'), page)
  show()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Titel von internal')).toBeTruthy()
  fireEvent.click(within(alert).getByRole('button', { name: 'Erneut versuchen' }))
  expect(await screen.findByText('Nele Hartwig')).toBeTruthy()
})

/** What the list was last asked to be narrowed down to. */
const asked = (calls: { path: string }[]) =>
  Object.fromEntries(
    [...new URLSearchParams(calls.at(-1)?.path.split('?')[1])].filter(
      ([name]) => !['page', 'per_page', 'sort', 'order'].includes(name),
    ),
  )

async function add(name: string) {
  fireEvent.keyDown(document.body, { key: 'f' })
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name }))
}

const choose = async (name: string) =>
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }))

test('f adds a filter, open to be chosen from, which says what it is set to and can be taken away', async () => {
  const calls = answering(page, page, page)
  show()
  await screen.findByText('Nele Hartwig')
  await add('Art')
  await choose('Absage')
  await waitFor(() => expect(asked(calls)).toEqual({ kind: 'park_cancelled' }))
  expect((await screen.findByRole('combobox', { name: 'Art' })).textContent).toBe('Absage')
  fireEvent.click(screen.getByRole('button', { name: 'Diesen Filter entfernen' }))
  await waitFor(() => expect(asked(calls)).toEqual({}))
  expect(screen.queryByRole('combobox', { name: 'Art' })).toBeNull()
})

test('several values of a filter are one parameter, and one that nobody knows any more is called by its value', async () => {
  const calls = answering(page, page, page)
  show('?filter={"state":"sent,lost"}')
  const field = await screen.findByRole('combobox', { name: 'Stand' })
  expect(field.textContent).toBe('Versendet, lost')
  fireEvent.mouseDown(field)
  await choose('Gescheitert')
  await waitFor(() => expect(asked(calls)).toEqual({ state: 'sent,lost,failed' }))
})

test('a period has a window of its own; both its days are one chip', async () => {
  const calls = answering(page, page, page, page)
  show('?filter={"created_to":"2026-11-05"}')
  fireEvent.click(await screen.findByRole('button', { name: 'Bestellt: bis 05.11.2026' }))
  const popup = await screen.findByRole('dialog', { name: 'Bestellt' })
  fireEvent.change(within(popup).getByLabelText('Von'), { target: { value: '2026-11-01' } })
  const days = { created_from: '2026-11-01', created_to: '2026-11-05' }
  await waitFor(() => expect(asked(calls)).toEqual(days))
  fireEvent.keyDown(popup, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Diesen Filter entfernen' }))
  await waitFor(() => expect(asked(calls)).toEqual({}))
  await add('Bestellt')
  expect(await screen.findByRole('dialog', { name: 'Bestellt' })).toBeTruthy()
})

test('a range of rows is selected with Shift', async () => {
  const third = { id: 3, recipient: 'Ada Brandl', attempts: 323 }
  answering({ status: 200, body: { data: [...rows, third], has_next: false, total: 3 } })
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Nele Hartwig auswählen' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ada Brandl auswählen' }), {
    shiftKey: true,
  })
  expect(await screen.findByText('3 Einträge ausgewählt')).toBeTruthy()
})

const CHOICES = [
  { source: 'recipient', label: 'Name', isFixed: true },
  { source: 'attempts', label: 'Versuche' },
]

test('columns can be chosen, except the fixed one', async () => {
  answering(page)
  show()
  await screen.findByText('Nele Hartwig')
  expect(screen.queryByRole('columnheader', { name: 'Nummer' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Spalten' }))
  fireEvent.click(await screen.findByLabelText('Nummer'))
  expect(await screen.findByRole('columnheader', { name: 'Nummer' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(true)
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
  fireEvent.click(screen.getByRole('button', { name: 'Nummer weiter nach vorn' }))
  await waitFor(() => expect(heads().slice(1)).toEqual(['Name', 'Nummer', 'Versuche']))
  fireEvent.change(screen.getByLabelText('Spalte suchen'), { target: { value: 'vers' } })
  expect(screen.queryByLabelText('Nummer')).toBeNull()
  expect(shownColumns(CHOICES, []).map(({ source }) => source)).toEqual(['recipient'])
  expect(moved(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
})

test('the range in words', () => {
  expect(rangeWords(26, 50, 1316, true)).toBe('26 bis 50 von 1.316')
  expect(rangeWords(26, 50, undefined, true)).toBe('Zeilen 26–50, es gibt weitere')
  expect(rangeWords(51, 60, undefined, false)).toBe('51 bis 60 von 60')
})

test('rows of the search before are dimmed and cannot be touched until the answer is there', async () => {
  answering({ body: { ...page.body, total: 2 } })
  show()
  await screen.findByText('Nele Hartwig')
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  fireEvent.click(sortButton())
  await screen.findByText('…')
  const table = screen.getByText('Nele Hartwig').closest('table')
  expect(table?.hasAttribute('inert')).toBe(true)
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(screen.getByTestId('address').textContent).not.toContain('show')
  answer(Response.json({ data: [rows[1]], has_next: false, total: 1 }))
  await waitFor(() => expect(screen.queryByText('Nele Hartwig')).toBeNull())
  expect(screen.getByText('Yusuf Demir').closest('table')?.hasAttribute('inert')).toBe(false)
})

const headed = (name: string) => screen.getByRole('columnheader', { name })

test('a column is as wide as its edge is drawn, and its contents decide again after a double press', async () => {
  answering(page)
  show()
  await screen.findByText('Nele Hartwig')
  const edge = headed('Name').querySelector('.column-edge') as HTMLElement
  let isHeld = false
  edge.setPointerCapture = () => (isHeld = true)
  edge.hasPointerCapture = () => isHeld
  fireEvent.pointerMove(edge, { clientX: 300 })
  fireEvent.pointerDown(edge)
  expect(headed('Name').style.width).toBe('')
  for (const [clientX, width] of [
    [240, '240px'],
    [5, '48px'],
    [5000, '960px'],
  ] as const) {
    fireEvent.pointerMove(edge, { clientX })
    await waitFor(() => expect(headed('Name').style.width).toBe(width))
  }
  expect(screen.getByText('Nele Hartwig').closest('td')?.className).toContain('of-width')
  fireEvent.doubleClick(edge)
  await waitFor(() => expect(headed('Name').style.width).toBe(''))
})

test('keys widen a column in the choice of columns, all but the last, and lead back to how it began', async () => {
  answering(page)
  show()
  await screen.findByText('Nele Hartwig')
  fireEvent.click(screen.getByRole('button', { name: 'Spalten' }))
  expect(screen.queryByRole('button', { name: 'Wie am Anfang' })).toBeNull()
  Object.defineProperty(headed('Name'), 'offsetWidth', { value: 100 })
  fireEvent.click(screen.getByRole('button', { name: 'Name breiter' }))
  await waitFor(() => expect(headed('Name').style.width).toBe('124px'))
  const last = screen.getByRole<HTMLButtonElement>('button', { name: 'Versuche breiter' })
  expect(last.disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Name weiter nach hinten' }))
  await waitFor(() => expect(headed('Name').style.width).toBe(''))
  fireEvent.click(screen.getByRole('button', { name: 'Wie am Anfang' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Wie am Anfang' })).toBeNull())
  expect(headed('Name').style.width).toBe('')
})
