import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { statementWords } from '@/features/payments/payment'
import { Returns } from '@/features/payments/Returns'
import { Runs } from '@/features/payments/Runs'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

beforeEach(() => noteSession(sessionOf('staff')))
afterEach(() => vi.unstubAllGlobals())

const run = (state: string, can_release = false) => ({
  id: 7,
  kind: 'debit',
  state,
  run_on: '2026-11-30',
  can_release,
  total_cents: 7900,
  line_count: 1,
})

test.each([
  ['drafted', false, ['Verwerfen']],
  ['drafted', true, ['Freigeben', 'Verwerfen']],
  ['released', false, ['Datei laden', 'An die Bank gegeben', 'Verwerfen']],
  ['sent', false, ['Datei laden']],
  ['discarded', false, []],
])('a file that is %s, released by others: %s, offers %j', async (state, mayRelease, buttons) => {
  answering({ body: { data: [run(state, mayRelease)], missing: [] } })
  renderAt('/', { '/': <Runs /> })
  expect(await screen.findByText('79,00 €')).toBeTruthy()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Datei entwerfen',
    ...buttons,
  ])
})

test('without an account of the company no file is drafted, and it is said which setting is missing', async () => {
  answering({ body: { data: [], missing: ['VOLTIGO_CREDITOR_IBAN'] } })
  renderAt('/', { '/': <Runs /> })
  expect(await screen.findByText(/VOLTIGO_CREDITOR_IBAN/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

const returned = {
  id: 4,
  payer: { number: 'VG-1-V1', reservation_id: 17 },
  holder: 'Änne Groß',
  last_four: '3000',
  amount_cents: 5738,
  reason: 'AM04',
  words: 'Das Konto war nicht gedeckt.',
}

test('a returned debit is decided once; what the server refuses is said', async () => {
  const calls = answering(
    { body: { data: [returned] } },
    refusal(409, 'not_now', { title: 'Darüber ist schon entschieden.' }),
    { body: { data: [] } },
    { body: { data: [] } },
  )
  renderAt('/', { '/': <Returns /> })
  expect(await screen.findByText('Das Konto war nicht gedeckt.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Noch einmal einziehen/ }))
  expect(await screen.findByText('Darüber ist schon entschieden.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Auf Überweisung warten/ }))
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { decision: 'retry' },
    { decision: 'transfer' },
  ])
})

test('an amount is written off after one more question', async () => {
  const calls = answering({ body: { data: [returned] } }, { body: { data: [] } })
  renderAt('/', { '/': <Returns /> })
  fireEvent.click(await screen.findByRole('button', { name: /^Ausbuchen/ }))
  expect(screen.getByRole('dialog').textContent).toContain('wird nicht mehr verlangt')
  fireEvent.click(screen.getByRole('button', { name: 'Ausbuchen' }))
  await vi.waitFor(() => expect(calls[1]?.body).toEqual({ decision: 'write_off' }))
})

test.each([
  [
    { findings: { paid: 2, unallocated: 1, fee: 0 }, known: 3 },
    '2 × Zahlung, 1 × noch ohne Vertrag. 3 Bewegungen sind schon gebucht.',
  ],
  [{ findings: { paid: 0 }, known: 1 }, 'Nichts Neues. Eine Bewegung ist schon gebucht.'],
  [{ findings: {}, known: 9, is_known: true }, 'Diese Datei ist schon gebucht.'],
])('a statement says before it is booked what that does: %j', (seen, words) => {
  expect(statementWords({ name: 'A1', is_known: false, ...seen })).toBe(words)
})
