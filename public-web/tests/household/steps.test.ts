import { afterEach, expect, test, vi } from 'vitest'
import type { OwnReservation } from '@/api/household'
import { stepsOf } from '@/features/household/steps'

const reserved = {
  spot_number: 217,
  email: 'nele@example.org',
  confirm_by: null,
  figures: { plan_months: 0, price_cents: 129_900, least_monthly_cents: 833 },
  steps: {
    reserved_at: '2026-11-22T18:42:00Z',
    confirmed_at: '2026-11-22T19:00:00Z',
    park_confirmed_at: null,
    invited_at: null,
    contracted_at: null,
    active_at: null,
    ended_at: null,
  },
} as unknown as OwnReservation

const at = (steps: Partial<OwnReservation['steps']>) =>
  stepsOf({ ...reserved, steps: { ...reserved.steps, ...steps } }).map(({ state }) => state)

afterEach(() => vi.useRealTimers())

test('a confirmed park is a step of its own, with its day', () => {
  expect(at({})).toEqual(['done', 'done', 'now', 'ahead', 'ahead'])
  const confirmed = { park_confirmed_at: '2027-01-04T09:00:00Z' }
  expect(at(confirmed)).toEqual(['done', 'done', 'done', 'now', 'ahead'])
  const [, , park] = stepsOf({ ...reserved, steps: { ...reserved.steps, ...confirmed } })
  expect(park?.when).toContain('4. Januar')
})

test.each([
  ['2026-12-01T12:00:00Z', 'in der Regel etwa 6 bis 8\u00a0Wochen nach der Reservierung'],
  [
    '2027-02-01T12:00:00Z',
    'Die 6 bis 8\u00a0Wochen sind vorbei, und der Park ist noch nicht bestätigt',
  ],
])('at %s the confirmation of the park has no day', (now, told) => {
  vi.useFakeTimers({ now: new Date(now) })
  const [, , park] = stepsOf(reserved)
  expect(park?.text).toContain(told)
  expect(park?.text).not.toMatch(/\d\. (?:Januar|Dezember)/)
})

test('who was invited before the park was confirmed has reached that step too', () => {
  expect(at({ invited_at: '2027-01-04T09:00:00Z' })).toEqual([
    'done',
    'done',
    'done',
    'now',
    'ahead',
  ])
})
