import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CancellationDialog } from '@/features/parks/cancellation/CancellationDialog'
import { LimitDialog } from '@/features/parks/limits/LimitDialog'
import { noteSession } from '@/session/session'
import type { Park } from '@/ui/park/capacity'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const park = {
  id: 'ingolstadt',
  name: 'Ingolstadt',
  spot_limit: 500,
  kwh_limit: null,
  fullness: { spots_words: '3 von 500 belegt', kwh_words: '6.000 kWh im Jahr belegt' },
  version: 1,
} as Park
const onClose = vi.fn()

beforeEach(() => noteSession(sessionOf('admin')))
afterEach(() => {
  vi.unstubAllGlobals()
  onClose.mockClear()
})

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  ['spot_limit', 3, 2, 'Der höchste vergebene Platz ist Platz 3, die neue Grenze wäre 2.'],
  ['kwh_limit', 6000, 2, 'Belegt sind schon 6.000 kWh, die neue Grenze wäre 2 kWh.'],
])(
  'a %s below what is taken is offered as overbooking, for a reason',
  async (field, taken, limit, words) => {
    const calls = answering(refusal(409, 'below_taken', { field, taken, limit }), { body: park })
    renderAt('/', { '/': <LimitDialog park={park} onClose={onClose} /> })
    type(field === 'spot_limit' ? 'Plätze' : /^Strom/, '2')
    fireEvent.click(button('Speichern'))
    expect((await screen.findByRole('alert')).textContent?.replaceAll('\u00a0', ' ')).toContain(
      words,
    )
    expect(button('Trotzdem überbuchen').disabled).toBe(true)
    type(/^Grund für die Überbuchung/, 'Ein Haushalt zieht weg')
    fireEvent.click(button('Trotzdem überbuchen'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls[1]?.body).toEqual({
      [field]: 2,
      reason: 'Ein Haushalt zieht weg',
      allow_overbooking: true,
      version: 1,
    })
  },
)

test('who reserved meanwhile is told before a park is called off, and what was typed stays', async () => {
  const preview = (reservations: number) => ({
    body: {
      consequences: [`${reservations} Reservierungen wechseln zu „Park abgesagt“.`],
      lasting: 'Das lässt sich nicht rückgängig machen.',
      needs_second_person: false,
      reservations,
    },
  })
  const calls = answering(
    preview(1),
    refusal(409, 'count_changed', { title: 'Bestätigt haben Sie 1, möglich ist es jetzt bei 2.' }),
    preview(2),
    { body: park },
  )
  renderAt('/', { '/': <CancellationDialog park={park} onClose={onClose} /> })
  await screen.findByText(/^1 Reservierungen/)
  type(/^Grund/, 'Der Netzanschluss fehlt')
  type(/^Name des Parks/, 'Ingolstad')
  expect(button('Endgültig absagen').disabled).toBe(true)
  type(/^Name des Parks/, 'Ingolstadt')
  fireEvent.click(button('Endgültig absagen'))
  expect((await screen.findByRole('alert')).textContent).toContain('möglich ist es jetzt bei 2.')
  await screen.findByText(/^2 Reservierungen/)
  fireEvent.click(button('Endgültig absagen'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const asked = { name: 'Ingolstadt', reason: 'Der Netzanschluss fehlt' }
  expect([calls[1]?.body, calls[3]?.body]).toEqual([
    { ...asked, confirmed_count: 1 },
    { ...asked, confirmed_count: 2 },
  ])
})
