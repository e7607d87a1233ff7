import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { WebhookDialog } from '@/features/integrations/webhooks/WebhookDialog'
import type { Webhook } from '@/features/integrations/webhooks/webhook'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const STORED = {
  id: 3,
  name: 'Buchhaltung',
  url: 'https://buch.example/neu',
  events: ['reservation.created'],
  version: 1,
} as unknown as Webhook
const EVENTS = [
  { type: 'reservation.created', words: 'Reservierung eingegangen' },
  { type: 'reservation.ended', words: 'Vertrag beendet' },
] as const

const close = vi.fn()

beforeEach(() => {
  noteSession(sessionOf('admin'))
  close.mockReset()
})
const open = (webhook: Webhook | null, onAdded = vi.fn()) =>
  renderAt('/', {
    '/': <WebhookDialog webhook={webhook} events={EVENTS} onClose={close} onAdded={onAdded} />,
  })
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('of a webhook that a colleague changed, their events are kept with my name', async () => {
  const current = { ...STORED, events: ['reservation.ended'], version: 2 }
  const changed = { at: '2026-11-22T08:00:00Z', by_name: 'Kim Roth' }
  const calls = answering(refusal(409, 'stale', { current, changed, version: 2 }), {
    body: { ...current, version: 3 },
  })
  open(STORED)
  type('Name', 'Rechnungswesen')
  press('Speichern')
  expect(await screen.findByText('Kim Roth hat diesen Webhook inzwischen geändert')).toBeTruthy()
  expect(screen.getByText('Vertrag beendet')).toBeTruthy()
  press('So speichern')
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', path: '/api/staff/webhooks/3' })
  expect(calls.at(-1)?.body).toEqual({
    name: 'Rechnungswesen',
    url: STORED.url,
    events: ['reservation.ended'],
    version: 2,
  })
})

test('a new one is added with all events unless some are taken out', async () => {
  const made = { ...STORED, secret: 'whsec_x' }
  const calls = answering({ status: 201, body: made })
  const onAdded = vi.fn()
  open(null, onAdded)
  type('Name', ' Buchhaltung ')
  type('Adresse', 'https://buch.example/neu')
  press('Anlegen')
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(made))
  expect(close).toHaveBeenCalledOnce()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      name: 'Buchhaltung',
      url: 'https://buch.example/neu',
      events: ['reservation.created', 'reservation.ended'],
    },
  ])
})
