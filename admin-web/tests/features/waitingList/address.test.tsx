import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EntryFacts } from '@/features/waitingList/EntryFacts'
import type { Entry } from '@/features/waitingList/waiting'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const entry = {
  id: 1,
  email: 'n•••@example.org',
  is_confirmed: true,
  annual_kwh: 2000,
  payment_plan: '24m',
  position: 2,
  passed: 0,
  offered_spot: null,
  joined_at: '2026-11-01T08:00:00Z',
  park: 'ingolstadt',
  park_name: 'Ingolstadt',
  ended_at: null,
  reservation_id: null,
} as unknown as Entry

beforeEach(() => noteSession(sessionOf('staff')))

test('an address that does not come says why, and comes when it is asked for again', async () => {
  answering(refusal(404, 'not_found'), { body: { value: 'nele@example.org' } })
  renderAt('/', { '/': <EntryFacts entry={entry} /> })
  const name = 'E-Mail-Adresse anzeigen, wird protokolliert'
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name }))
  const link = await screen.findByRole('link', { name: 'nele@example.org' })
  expect(link.getAttribute('href')).toBe('mailto:nele@example.org')
})
