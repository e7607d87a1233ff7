import { expect, test } from 'vitest'
import { connectedWords } from '@/features/parks/connection/ParkConnection'

test.each([
  [37, 5, 'Eingetragen. 37 Verträge beginnen, 5 folgen nach der Widerrufsfrist.'],
  [1, 1, 'Eingetragen. Ein Vertrag beginnt, einer folgt nach der Widerrufsfrist.'],
  [2, 0, 'Eingetragen. 2 Verträge beginnen.'],
  [0, 3, 'Eingetragen. Noch beginnt kein Vertrag, 3 folgen nach der Widerrufsfrist.'],
  [0, 0, 'Eingetragen. Noch beginnt kein Vertrag.'],
])('with %i contracts that begin and %i that follow the page says so', (begun, later, words) => {
  expect(connectedWords({ begun, later })).toBe(words)
})
