import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DeclarationShow } from '@/features/declarations/DeclarationShow'
import { type Declaration, timeWords } from '@/features/declarations/declaration'
import { formatDay } from '@/lib/format'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const step = (name: 'accept' | 'reject') => ({ name, consequences: [`Folge von ${name}.`] })
const declaration = (changes: Partial<Declaration> = {}): Declaration => ({
  id: 1,
  version: 1,
  kind: 'notice',
  notice_kind: 'ordinary',
  reference: 'E-7K3M',
  state: 'matched',
  name: 'Änne Müller',
  contract: 'Platz 1',
  reason: '',
  remark: '',
  wording: 'Hiermit kündige ich.',
  sha256: 'ab'.repeat(32),
  is_intact: true,
  is_mailed: true,
  is_overdue: false,
  keep_until: '2030-12-31',
  received_at: '2026-11-20T10:00:00Z',
  received_berlin: '20.11.2026, 11:00',
  wished_end: null,
  ends_on: null,
  decided_at: null,
  refund_due_on: null,
  refunded_at: null,
  words: '',
  reservation: null,
  proposals: [],
  steps: [step('accept'), step('reject')],
  history: [],
  ...changes,
})

beforeEach(() => noteSession(sessionOf('staff')))

async function open(button?: string) {
  renderAt('/declarations/1/show', { '/declarations/:id/show': <DeclarationShow /> })
  await screen.findByRole('heading', { level: 1, name: /von Änne Müller/ })
  if (button) fireEvent.click(screen.getByRole('button', { name: button }))
}
const dialog = () => within(screen.getByRole('dialog'))

test('a step that a colleague has taken cannot be taken again, and what was typed stays', async () => {
  const current = declaration({ version: 2, state: 'rejected', steps: [] })
  const changed = { at: '2026-11-22T08:00:00Z', by_name: 'Kim Roth' }
  const stale = refusal(409, 'stale', { current, changed })
  const calls = answering({ body: declaration() }, stale, { body: current })
  await open('Ablehnen')
  const reason = dialog().getByLabelText<HTMLTextAreaElement>(/^Grund/)
  fireEvent.change(reason, { target: { value: ' Wir haben Sie nicht gefunden. ' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Ablehnen' }))
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('Kim Roth: Inzwischen geändert. Noch ist nichts ausgeführt')
  await waitFor(() => expect(told.textContent).toContain('Stand ist jetzt „Abgelehnt“.'))
  expect(dialog().getByRole('button', { name: 'Ablehnen' })).toHaveProperty('disabled', true)
  expect(reason.value).toBe(' Wir haben Sie nicht gefunden. ')
  expect(calls[1]?.body).toEqual({ version: 1, words: 'Wir haben Sie nicht gefunden.' })
})

test('a notice asks for its last day, and what is missing is said beside it', async () => {
  const errors = [{ field: 'ends_on', code: 'missing', message: 'Bitte geben Sie den Tag an.' }]
  const calls = answering({ body: declaration() }, refusal(422, 'validation', { errors }))
  await open('Annehmen')
  expect(dialog().getByText('Folge von accept.')).toBeTruthy()
  fireEvent.click(dialog().getByRole('button', { name: 'Annehmen' }))
  expect(await screen.findByText('Bitte geben Sie den Tag an.')).toBeTruthy()
  expect(
    dialog()
      .getByLabelText(/^Letzter Tag/)
      .getAttribute('aria-invalid'),
  ).toBe('true')
  expect(calls[1]?.body).toEqual({ version: 1, words: '', ends_on: null })
})

test('an overdue refund and a wording that no longer fits its checksum are marked', async () => {
  const late = { is_overdue: true, refund_due_on: '2026-12-04', is_intact: false } as const
  answering({ body: declaration({ ...late, kind: 'withdrawal' }) })
  await open()
  expect(screen.getByText('überfällig')).toBeTruthy()
  expect(screen.getByText('Spätestens am 04.12.2026')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('passt nicht mehr zu seiner Prüfsumme')
})

test('a withdrawal is said to be in time only where there is a contract', () => {
  const proposal = { concluded_on: '2026-11-10', withdrawal_until: '2026-11-24', is_in_time: false }
  const words = (changes: object = {}) =>
    timeWords({ ...proposal, ...changes } as Declaration['proposals'][0], formatDay)
  expect(words()).toContain('Frist bis 24.11.2026: nach Ablauf der 14 Tage')
  expect(words({ is_in_time: true })).toContain('innerhalb der 14 Tage')
  expect(words({ concluded_on: null })).toBe('')
})
