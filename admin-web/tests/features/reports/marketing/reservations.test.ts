import { expect, test } from 'vitest'
import {
  type ReservationRow,
  stateCounts,
} from '@/features/reports/marketing/reservations/StateChoice'

const rows = (...states: string[]) => states.map((state) => ({ state }) as ReservationRow)

test('reservations are counted by state, from the newest to what is over', () => {
  const counts = stateCounts(rows('cancelled', 'reserved', 'contracted', 'reserved'))
  expect(counts.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Reserviert 2',
    'Vertrag 1',
    'Storniert 1',
  ])
  expect(stateCounts([])).toEqual([])
})
