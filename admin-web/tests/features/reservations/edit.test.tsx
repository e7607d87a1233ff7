import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReservationEdit } from '@/features/reservations/edit/ReservationEdit'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering } from '../../server'
import { reservation } from './reservation'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('marketing gets no form of a reservation', () => {
  const calls = answering()
  noteSession(sessionOf('marketing'))
  renderAt('/reservations/17', { '/reservations/:id': <ReservationEdit /> })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kein Zugriff')
  expect(calls).toHaveLength(0)
})

test('a contact field shows the masked value, opens on demand, and left as it was is no change', async () => {
  const calls = answering(
    { body: reservation() },
    { body: { value: 'nele@example.org' } },
    { body: reservation() },
  )
  noteSession(sessionOf('staff'))
  renderAt('/reservations/17', { '/reservations/:id': <ReservationEdit /> })
  const field = () => screen.getByRole('textbox', { name: 'E-Mail-Adresse' }) as HTMLInputElement
  await waitFor(() => expect(field().value).toBe(reservation().email))
  expect(field().readOnly).toBe(true)
  expect(calls).toHaveLength(1)

  fireEvent.click(screen.getByRole('button', { name: 'Anzeigen und ändern (E-Mail-Adresse)' }))
  await waitFor(() => expect(field().value).toBe('nele@example.org'))
  expect(calls[1]).toMatchObject({
    path: '/api/staff/reservations/17/reveal',
    body: { field: 'email' },
  })
  expect(document.activeElement).toBe(field())
  const save = screen.getByRole('button', { name: 'Speichern' }) as HTMLButtonElement
  expect(save.disabled).toBe(true)
  fireEvent.change(field(), { target: { value: 'neu@example.org' } })
  expect(save.disabled).toBe(false)
  fireEvent.change(field(), { target: { value: 'nele@example.org' } })
  expect(save.disabled).toBe(true)
})

test('a contact field that cannot be opened says why and stays closed', async () => {
  answering({ body: reservation() }, 'unreachable', 'unreachable', 'unreachable')
  noteSession(sessionOf('staff'))
  renderAt('/reservations/17', { '/reservations/:id': <ReservationEdit /> })
  fireEvent.click(await screen.findByRole('button', { name: /^Anzeigen und ändern .E-Mail/ }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(
    screen.getByRole('textbox', { name: 'E-Mail-Adresse' }).getAttribute('readonly'),
  ).not.toBeNull()
})
