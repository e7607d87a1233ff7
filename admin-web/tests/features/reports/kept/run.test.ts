// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { filesPath } from '@/features/reports/kept/keptReport'
import { periodOfRun, queryOf, runWords, sharedWords } from '@/features/reports/kept/run'
import { kept, keptReport } from './runs'

test('a run says what it was asked, as far as it is not the standard', () => {
  expect(periodOfRun(kept.parameters)).toBe('20.11.2026 bis 21.11.2026')
  expect(runWords(kept)).toEqual(['Vergleich: Zeitraum davor', 'Quelle: google, ohne Angabe'])
  expect(sharedWords(kept.parameters)).toEqual(runWords(kept))
  expect(sharedWords({ compare: 'none', with_bots: true, park: 'x' })).toEqual(['mit Bots'])
})

test('the live report is asked the same', () => {
  expect(
    queryOf({ from: '2026-11-20', only_utm_source: ['google', ''], park: null }).toString(),
  ).toBe('from=2026-11-20&only_utm_source=google&only_utm_source=')
})

test('files of a kept report are the kept ones', () => {
  expect(filesPath(null, 'overview/files/days')).toBe('/api/staff/reports/overview/files/days')
  expect(filesPath(keptReport, 'overview/files/days')).toBe('/api/staff/report-runs/7/files/days')
})
