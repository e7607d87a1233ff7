import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ReservationEdit } from '@/reservations/edit/ReservationEdit'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../screen'
import { answering } from '../server'

test('marketing gets no form of a reservation', () => {
  const calls = answering()
  noteSession(sessionOf('marketing'))
  renderAt('/reservations/17', { '/reservations/:id': <ReservationEdit /> })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kein Zugriff')
  expect(calls).toHaveLength(0)
})
