import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ResourceContextProvider } from 'react-admin'
import { beforeEach, expect, it, vi } from 'vitest'
import { AuditList } from '@/features/audit/AuditList'
import type { AuditEntry } from '@/features/audit/entry'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { callOf } from '../../server'

beforeEach(() => noteSession(sessionOf('admin')))

const CHOICES = {
  areas: [
    {
      area: 'reservations',
      label: 'Reservierungen',
      actions: [
        { action: 'reservation.cancel', label: 'Stornierung' },
        { action: 'reservation.invite', label: 'Einladung zum Vertrag' },
      ],
    },
    {
      area: 'mails',
      label: 'Mails und Nachrichten',
      actions: [{ action: 'mail.resent', label: 'Erneuter Versand' }],
    },
  ],
  accounts: [
    { actor: 'staff:2', name: 'Miriam Falk', is_active: true },
    { actor: 'staff:3', name: 'Kim Berger', is_active: false },
  ],
}
const HUBER = { subject: 'reservation:17', name: 'VG-7K3M-Q2XH', household: 'Anna Huber' }

function entry(id: number, changes: Partial<AuditEntry>): AuditEntry {
  return {
    id,
    at: '2026-11-23T10:00:00Z',
    actor: 'staff:2',
    actor_name: 'Miriam Falk',
    action: 'operation.cancel',
    subject: 'operation:3',
    about: null,
    reservations: null,
    details: {},
    ...changes,
  }
}

const BULK = entry(5, { reservations: 83 })
const PARTS = Array.from({ length: 83 }, (_, index) =>
  entry(6 + index, {
    action: 'reservation.cancel',
    subject: `reservation:${index}`,
    about: { subject: `reservation:${index}`, name: `VG-${index}`, household: `Haus ${index}` },
    details: { operation: 3, state: ['reserved', 'cancelled'] },
  }),
)

/** A server with this log; answers the addresses that were asked for. */
function serving(rows: AuditEntry[]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const address = (await callOf(input, init)).path
    asked.push(address)
    const { pathname, searchParams } = new URL(address, 'https://voltigo.example')
    const page = Number(searchParams.get('page'))
    if (pathname.endsWith('/choices')) return Response.json(CHOICES)
    if (pathname.endsWith('/subjects'))
      return Response.json({
        data: /hub|reservation:17/.test(searchParams.get('q') ?? '') ? [HUBER] : [],
      })
    if (pathname.endsWith('/parts'))
      return Response.json({
        data: PARTS.slice((page - 1) * 50, page * 50),
        has_next: page * 50 < 83,
        total: 83,
      })
    return Response.json({ data: rows, has_next: false, total: null })
  })
  return asked
}

function open(rows: AuditEntry[], filters: object = {}) {
  const asked = serving(rows)
  renderAt(`/audit?filter=${encodeURIComponent(JSON.stringify(filters))}`, {
    '/audit': (
      <ResourceContextProvider value="audit">
        <AuditList />
      </ResourceContextProvider>
    ),
  })
  return asked
}

const filtersInAddress = () => {
  const [, search] = screen.getByTestId('address').textContent.split('?')
  return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')
}

const field = (name: string) => screen.getByRole('combobox', { name }) as HTMLInputElement

/** What a filter is set to, as its chip says. */
const chip = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}: `) })

async function openFilter(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name }))
  await waitFor(() => expect(document.activeElement).toBe(field(name)))
}

function type(name: string, words: string) {
  field(name).focus()
  fireEvent.change(field(name), { target: { value: words } })
}

it('shows an operation over many as one row and opens it page by page', async () => {
  const asked = open([BULK])
  await screen.findByText('Miriam Falk')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('hat 83 Reservierungen storniert.')
  expect(asked.some((address) => address.includes('/parts'))).toBe(false)

  const button = screen.getByRole('button', { name: /^83 Reservierungen zeigen/ })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect((await screen.findByRole('link', { name: 'VG-0' })).getAttribute('href')).toContain(
    '/reservations/0/show',
  )
  expect(screen.getAllByText('Reserviert → Storniert')).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: 'Die letzten 33 zeigen' }))
  await screen.findByText('Haus 82')
  expect(screen.getAllByRole('listitem')).toHaveLength(83)
  expect(screen.queryByRole('button', { name: /Die letzten/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^83 Reservierungen ausblenden/ }))
  expect(screen.queryAllByRole('listitem')).toHaveLength(0)
})

it('links the one reservation of an operation', async () => {
  open([entry(5, { about: HUBER, reservations: 1 })])
  const link = await screen.findByRole('link', { name: 'Reservierung VG-7K3M-Q2XH von Anna Huber' })
  expect(link.getAttribute('href')).toContain('/reservations/17/show')
  expect(screen.queryByRole('button', { name: /Reservierungen zeigen/ })).toBeNull()
})

it('offers actions by area, found by typing, and whole areas', async () => {
  open([])
  await openFilter('Aktion')
  type('Aktion', 'vers')
  const list = await screen.findByRole('listbox')
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Erneuter Versand'])
  type('Aktion', 'mails')
  fireEvent.keyDown(field('Aktion'), { key: 'Enter' })
  await waitFor(() => expect(filtersInAddress()).toEqual({ area: 'mails' }))
  await waitFor(() => expect(field('Aktion').value).toBe('Mails und Nachrichten: alles'))
  type('Aktion', 'Storn')
  await screen.findByRole('option', { name: 'Stornierung' })
  fireEvent.keyDown(field('Aktion'), { key: 'Enter' })
  await waitFor(() => expect(filtersInAddress()).toEqual({ action: 'reservation.cancel' }))
})

it('offers people by name, and the system', async () => {
  open([])
  await openFilter('Wer')
  type('Wer', 'Syst')
  await screen.findByRole('option', { name: 'System' })
  fireEvent.keyDown(field('Wer'), { key: 'Enter' })
  await waitFor(() => expect(filtersInAddress()).toEqual({ actor: 'system' }))
})

it('finds a reservation by name and keeps only its number in the address', async () => {
  open([])
  const subject = () => field('Reservierung, Park oder Mail')
  await openFilter('Reservierung, Park oder Mail')
  type('Reservierung, Park oder Mail', 'hub')
  await screen.findByRole('option', { name: /VG-7K3M-Q2XH/ })
  fireEvent.keyDown(subject(), { key: 'Enter' })
  await waitFor(() => expect(filtersInAddress()).toEqual({ subject: 'reservation:17' }))
  await waitFor(() => expect(subject().value).toBe('VG-7K3M-Q2XH, Anna Huber'))
})

it('understands addresses of before', async () => {
  const asked = open([BULK], {
    action: 'operation.cancel',
    actor: 'staff:3',
    subject: 'reservation:17',
  })
  await screen.findByRole('button', { name: 'Aktion: Stornierung' })
  expect((await chip('Wer')).textContent).toBe('Wer: Kim Berger')
  await screen.findByRole('button', {
    name: 'Reservierung, Park oder Mail: VG-7K3M-Q2XH, Anna Huber',
  })
  expect(asked.some((address) => address.includes('action=operation.cancel'))).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Alle Filter entfernen' }))
  await waitFor(() => expect(filtersInAddress()).toEqual({}))
})

it('names what is gone, or has no name, by kind and number', async () => {
  open([], { subject: 'webhook:4', action: 'kite.flown', actor: 'staff:9' })
  expect((await chip('Reservierung, Park oder Mail')).textContent).toContain('Webhook 4')
  expect((await chip('Aktion')).textContent).toBe('Aktion: kite.flown')
  expect((await chip('Wer')).textContent).toBe('Wer: Konto 9')
})

it('exports what is filtered', async () => {
  open([BULK], { action: 'reservation.invite', from: '2026-11-01' })
  const answered = globalThis.fetch
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/exports')) return answered(request)
    bodies.push(await request.json())
    return Response.json({ download: '/api/staff/exports/x', rows: 84, file_name: 'p.csv' })
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  fireEvent.click(await screen.findByRole('button', { name: 'Exportieren' }))
  const dialog = await screen.findByRole('dialog', { name: 'Protokoll exportieren' })
  fireEvent.click(within(dialog).getByRole('radio', { name: /^CSV \(international\)/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Exportieren' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  expect(bodies).toEqual([
    {
      resource: 'audit',
      format: 'csv',
      filters: { action: 'reservation.invite', from: '2026-11-01' },
    },
  ])
  clicked.mockRestore()
})
