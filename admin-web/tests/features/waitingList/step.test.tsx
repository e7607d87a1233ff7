import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StepDialog } from '@/features/waitingList/StepDialog'
import type { Entry } from '@/features/waitingList/waiting'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const entry = {
  id: 1,
  name: 'Nele Hartwig',
  state: 'waiting',
  position: 2,
  passed: 0,
  most_passes: 3,
  offered_spot: null,
  steps: ['offer', 'skip', 'move'],
  version: 3,
} as unknown as Entry

beforeEach(() => noteSession(sessionOf('staff')))

test('a colleague who was faster is named, nothing is done, and what was typed stays', async () => {
  const onClose = vi.fn()
  const calls = answering(refusal(409, 'stale', { changed: { by_name: 'Jonas Reh' } }), {
    body: entry,
  })
  renderAt('/', { '/': <StepDialog entry={entry} step="move" onClose={onClose} /> })
  fireEvent.change(screen.getByLabelText(/^Neue Stelle/), { target: { value: '1' } })
  expect(screen.getByText(/^Von Stelle 2 an Stelle 1\./)).toBeTruthy()
  const reason = screen.getByLabelText<HTMLInputElement>(/^Grund/)
  fireEvent.change(reason, { target: { value: ' War zuerst am Telefon. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verschieben' }))
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('Jonas Reh: Inzwischen geändert. Noch ist nichts ausgeführt')
  expect(told.textContent).toContain('Stelle 2')
  expect(reason.value).toBe(' War zuerst am Telefon. ')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Trotzdem ausführen' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/api/staff/waiting-list/1/move'))
  expect(calls[0]?.body).toEqual({ version: 3, position: 1, reason: 'War zuerst am Telefon.' })
})
