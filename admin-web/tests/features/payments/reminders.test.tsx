import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenItems } from '@/features/payments/OpenItems'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering } from '../../server'

beforeEach(() => noteSession(sessionOf('staff')))
afterEach(() => vi.unstubAllGlobals())

const open = (is_stopped: boolean) => ({
  body: {
    total_cents: 7900,
    overpaid: [],
    data: [
      {
        payer: { number: 'VG-7K3M-Q2XH-V1', reservation_id: 17 },
        ...{ due: '2026-11-11', amount_cents: 7900, open_cents: 7900, days_late: 19 },
        ...{ contract_id: 3, reminders: 1, reminded_on: '2026-11-18', is_stopped },
      },
    ],
  },
})

test('an open item shows the step and day of its reminder, and one click stops them and lets them go on', async () => {
  const calls = answering(open(false), open(true), open(true), open(false), open(false))
  renderAt('/', { '/': <OpenItems /> })
  expect((await screen.findByText(/^erste/)).textContent).toContain('erste am 18.11.2026')
  fireEvent.click(screen.getByRole('button', { name: /^Nicht mehr erinnern/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Weiter erinnern/ }))
  await waitFor(() => expect(calls).toHaveLength(5))
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/staff/bank/reminders/3/stop',
    '/api/staff/bank/reminders/3/resume',
  ])
})
