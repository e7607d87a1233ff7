import { expect, test } from 'vitest'
import {
  moved,
  PITCH,
  type ReservationRow,
  stateCounts,
  stateLayers,
} from '@/features/reports/marketing/reservations/stateField'

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

test('each is one cell in the shape of its state, row by row', () => {
  const layers = stateLayers(stateCounts(rows('reserved', 'reserved', 'contracted')), 2)
  expect(layers).toEqual([
    { className: 'c-module', d: `M1 1h18v12H1zM${1 + PITCH.x} 1h18v12H${1 + PITCH.x}z` },
    { className: 'c-pine', d: `M1 ${1 + PITCH.y}h18v12H1z` },
    { className: 'c-notch', d: `M6 ${7 + PITCH.y}h8` },
  ])
})

test('a moved path keeps its relative parts', () => {
  expect(moved('M6 4l8 6M14 4l-8 6', 10, 100)).toBe('M16 104l8 6M24 104l-8 6')
  expect(moved('M1 13L19 1', 10, 100)).toBe('M11 113L29 101')
})
