import { expect, test } from 'vitest'
import { type ReportStand, standWords } from '@/ui/fields/AsOf'

const stand: ReportStand = {
  at: '2026-11-21T17:40:00Z',
  visits: 12_345,
  reservations: 1,
  version: '0123456789abcdef',
  known_from: null,
  provisional: '',
  behind_seconds: null,
}

test.each([
  [null, ''],
  [0, ' · Lesekopie'],
  [1, ' · Lesekopie, eine Sekunde zurück'],
  [119, ' · Lesekopie, 119 Sekunden zurück'],
  [121, ' · Lesekopie, 3 Minuten zurück'],
])('a report read %s seconds behind says which server it is from', (behind_seconds, words) => {
  expect(standWords({ ...stand, behind_seconds })).toBe(
    `Stand 21.11.2026, 18:40 · 12.345 Ereignisse, 1 Reservierung${words}`,
  )
})
