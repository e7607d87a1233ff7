import { expect, test } from 'vitest'
import { foundPieces, pieces, searchedSpot } from '@/features/reservations/list/matches'

const marked = (text: string, typed: string) =>
  pieces(text, typed)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Nele Hartwig', 'hart', 'Nele [Hart]wig'],
  ['Änne Müller', 'mueller', 'Änne [Müller]'],
  ['Änne Müller', 'mull anne', '[Änne] [Müll]er'],
  ['Söhnke Groß', 'gross', 'Söhnke [Groß]'],
  ['Nele Hartwig', 'wig', 'Nele Hartwig'],
  ['VG-23KM-Q2XH', '23', 'VG-[23]KM-Q2XH'],
  ['VG-23KM-Q2XH', 'vg-23km-q2xh', '[VG]-[23KM]-[Q2XH]'],
  ['VG-23KM-Q2XH', 'VG23KMQ2XH', '[VG-23KM-Q2XH]'],
  ['VG-23KM-Q2XH', 'vg23k', '[VG-23K]M-Q2XH'],
  ['VG-23KM-Q2XH', '23kmq2', 'VG-[23KM-Q2]XH'],
  ['Änne Müller-Öztürk', 'müller-öztürk', 'Änne [Müller]-[Öztürk]'],
  ['Nele Hartwig', 'nele.hartwig@example.org', 'Nele Hartwig'],
])('in %s the search for %s marks %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})

test('a bare number is no reason in a reference, one among words is', () => {
  const isFound = (typed: string) => foundPieces('VG-23KM-Q2XH', typed).some((one) => one.isMatch)
  expect(isFound('23')).toBe(false)
  expect(isFound(' 23 ')).toBe(false)
  expect(isFound('23km')).toBe(true)
  expect(isFound('hartwig 23')).toBe(true)
})

test.each([
  ['23', 23],
  ['Platz 23', 23],
  ['Nr. 23', 23],
  ['#23', 23],
  ['0171', undefined],
  ['85049', undefined],
  ['Brandl', undefined],
])('%s names the spot %s', (typed, spot) => {
  expect(searchedSpot(typed)).toBe(spot)
})
