import { describe, expect, test } from 'vitest'
import { formatDeadline, formatHour, formatMoment } from '@/lib/germanMoments'

const at = (moment: string) => new Date(moment)

describe('a deadline as people say it', () => {
  test.each([
    [
      'the last second of today',
      '2026-12-05T22:59:59Z',
      '2026-12-05T09:00:00Z',
      'heute, 23:59\u00a0Uhr',
    ],
    [
      'midnight is tomorrow',
      '2026-12-05T23:00:00Z',
      '2026-12-05T09:00:00Z',
      'morgen, 0:00\u00a0Uhr',
    ],
    [
      'over a weekend',
      '2026-12-07T09:11:00Z',
      '2026-12-05T09:00:00Z',
      'Montag, 7. Dezember 2026, 10:11\u00a0Uhr',
    ],
    [
      'the day after one of 25 hours, from its first minutes',
      '2026-10-26T09:00:00Z',
      '2026-10-24T22:10:00Z',
      'morgen, 10:00\u00a0Uhr',
    ],
    [
      'the day of 23 hours, from the late evening before',
      '2027-03-28T09:00:00Z',
      '2027-03-27T22:30:00Z',
      'morgen, 11:00\u00a0Uhr',
    ],
    [
      'the day after it is not tomorrow yet',
      '2027-03-29T09:00:00Z',
      '2027-03-27T22:30:00Z',
      'Montag, 29. März 2027, 11:00\u00a0Uhr',
    ],
    [
      'the first of a month and year',
      '2027-01-01T09:00:00Z',
      '2026-12-31T09:00:00Z',
      'morgen, 10:00\u00a0Uhr',
    ],
  ])('%s', (_, deadline, now, words) => {
    expect(formatDeadline(at(deadline), at(now))).toBe(words)
  })
})

describe('the hour that the clocks repeat is told apart, as in mails', () => {
  test.each([
    ['2026-10-24T23:59:00Z', '1:59\u00a0Uhr'],
    ['2026-10-25T00:30:00Z', '2:30\u00a0Uhr Sommerzeit'],
    ['2026-10-25T01:30:00Z', '2:30\u00a0Uhr Winterzeit'],
    ['2026-10-25T02:00:00Z', '3:00\u00a0Uhr'],
    ['2027-03-28T00:30:00Z', '1:30\u00a0Uhr'],
    ['2027-03-28T01:30:00Z', '3:30\u00a0Uhr'],
  ])('%s', (moment, words) => {
    expect(formatHour(at(moment))).toBe(words)
    expect(formatMoment(at(moment))).toContain(words)
  })
})
