import { describe, expect, test } from 'vitest'
import { chainOf } from '@/features/reports/marketing/paths/chain'
import {
  contractWords,
  type DurationRow,
  type PathRow,
  quartilesOf,
  quartileWords,
  rememberedWords,
  stationsOf,
  wayOf,
} from '@/features/reports/marketing/paths/paths'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a path', () => {
  test('is told as stations, each with its kind', () => {
    const path = 'google / cpc / solar → www.google.com → Empfehlung → direkt'
    expect(stationsOf(path)).toEqual([
      { kind: 'campaign', name: 'solar', more: 'google / cpc' },
      { kind: 'site', name: 'www.google.com', more: '' },
      { kind: 'referral', name: 'Empfehlung', more: '' },
      { kind: 'direct', name: 'Direkt', more: '' },
    ])
  })

  test('that few took shows the kinds of its stations, or how many there were', () => {
    expect(stationsOf('seltene Wege: Kampagne → direkt')).toEqual([
      { kind: 'campaign', name: 'Kampagne', more: 'verschiedene' },
      { kind: 'direct', name: 'Direkt', more: 'verschiedene' },
    ])
    expect(stationsOf('seltene Wege mit 3 Stationen')).toEqual([
      { kind: 'more', name: 'seltene Wege mit 3 Stationen', more: '' },
    ])
  })

  test('that is long shows its beginning and its end', () => {
    const path = Array.from({ length: 20 }, (_, index) => `q / m / k${index}`).join(' → ')
    expect(stationsOf(path).map(({ name }) => name)).toEqual([
      'k0',
      'k1',
      'k2',
      '15 weitere',
      'k18',
      'k19',
    ])
  })

  test('breaks into lines where it does not fit, and never gets wider than its place', () => {
    const measure = (text: string) => text.length * 8
    const stations = stationsOf('google / cpc / solar → newsletter / email / post → Empfehlung')
    const wide = chainOf(stations, 900, measure)
    expect(wide.lines).toBe(1)
    const narrow = chainOf(stations, 200, measure)
    expect(narrow.lines).toBeGreaterThan(1)
    for (const { x, width } of narrow.stations) expect(x + width).toBeLessThanOrEqual(200)
    expect(narrow.end.line).toBeLessThan(narrow.lines)
  })

  test('tells how many contracts came of it', () => {
    const row = { reservations: 30, contracted: 15, contracted_share: 500_000 } as PathRow
    expect(plain(contractWords(row))).toBe('15 Verträge, 50,0 %')
    expect(contractWords({ ...row, contracted: 0 })).toBe('noch kein Vertrag')
    expect(contractWords({ ...row, reservations: 5, contracted: 4 })).toBe('4 von 5 mit Vertrag')
  })
})

const days = (...rows: [days: number, reservations: number][]): DurationRow[] => {
  const all = rows.reduce((sum, [, reservations]) => sum + reservations, 0)
  let sum = 0
  return rows.map(([day, reservations]) => {
    sum += reservations
    return {
      days: day,
      reservations: reservations + 1,
      remembered: reservations,
      one_visit: 1,
      share_so_far: Math.round((sum * 1_000_000) / all),
    }
  })
}

describe('how long it takes', () => {
  test('is said of those that may be remembered', () => {
    const unknown = { days: null, reservations: 9, remembered: 2, one_visit: 3, share_so_far: null }
    const rows = days([0, 1], [3, 3], [9, 4])
    const words =
      'Gezeigt sind die 8, deren Herkunft wir uns merken durften: die Hälfte nach 3 Tagen, drei Viertel nach 9 Tagen.'
    expect(rememberedWords(rows, quartilesOf(rows))).toBe(words)
    expect(rememberedWords([...rows, unknown], quartilesOf(rows))).toBe(
      `${words} Bei 2 weiteren gab es im Rückblick keinen Kontakt.`,
    )
  })

  test('is told by quarters', () => {
    const quartiles = quartilesOf(days([0, 1], [3, 3], [9, 4]))
    expect(quartiles.map((quartile) => quartile.days)).toEqual([3, 3, 9])
    expect(quartileWords(quartiles)).toBe('die Hälfte nach 3 Tagen, drei Viertel nach 9 Tagen')
    expect(quartileWords(quartilesOf(days([0, 1])))).toBe('drei Viertel am selben Tag')
    expect(quartilesOf([])).toEqual([])
  })
})

test('a path leads to its reservations, several that stand together do not', () => {
  const row = { path: 'google / cpc → direkt', paths: 1 } as PathRow
  expect(wayOf(row)).toEqual({ path: 'google / cpc → direkt' })
  expect(wayOf({ ...row, paths: 2 })).toBeNull()
  expect(wayOf({ ...row, path: 'seltene Wege: direkt' })).toBeNull()
})
