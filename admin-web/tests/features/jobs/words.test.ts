// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import {
  cellMs,
  cellShares,
  pictureWords,
  slowWords,
  usualMs,
} from '@/features/jobs/history/history'
import { busyHours, HOURS, isPicture } from '@/features/jobs/hours'
import {
  agoWords,
  alarming,
  durationWords,
  grouped,
  type JobRun,
  jobPath,
  triggerWords,
} from '@/features/jobs/job'
import { progressWords } from '@/features/jobs/RunProgress'
import { followedRun } from '@/features/jobs/useRunNow'
import { job, jobRun, nextRun } from './jobs'

const NOW = new Date('2026-11-21T20:10:00Z')
const took = (...durations: (number | null)[]): JobRun[] =>
  durations.map((duration_ms, id) => jobRun({ id, duration_ms }))

test.each([
  [3, 'unter 0,01 s'],
  [340, '0,34 s'],
  [4_240, '4,2 s'],
  [59_700, '1 min'],
  [12_400, '12 s'],
  [200_000, '3 min 20 s'],
  [3_900_000, '1 h 5 min'],
])('%d ms are said as %s', (ms, words) => {
  expect(durationWords(ms).replaceAll('\u00a0', ' ')).toBe(words)
})

test('how long ago is said in the largest unit that fits', () => {
  expect(agoWords('2026-11-21T20:09:59Z', NOW)).toBe('gerade eben')
  expect(agoWords('2026-11-21T20:09:30Z', NOW)).toBe('vor 30 Sekunden')
  expect(agoWords('2026-11-21T20:09:00Z', NOW)).toBe('vor einer Minute')
  expect(agoWords('2026-11-21T17:00:00Z', NOW)).toBe('am 21.11.2026, 18:00')
  // The server's clock may be ahead of this one.
  expect(agoWords('2026-11-21T20:10:20Z', NOW)).toBe('gerade eben')
})

test('a run says why it was', () => {
  expect(triggerWords(jobRun())).toBe('')
  expect(triggerWords(jobRun({ trigger: 'manual', asked_by_name: 'Miriam Falk' }))).toBe(
    'von Hand, Miriam Falk',
  )
  expect(triggerWords(jobRun({ trigger: 'catch_up', missed: 3 }))).toBe(
    'nachgeholt, 3 Termine davor fielen aus',
  )
  expect(triggerWords(jobRun({ trigger: 'catch_up' }))).toBe('nachgeholt')
  expect(triggerWords(jobRun({ trigger: 'catch_up', missed: 1, waited_for: 3 }))).toBe(
    'nachgeholt, ein Termin davor fiel aus, weil der Lauf davor noch nicht zu Ende war',
  )
  expect(triggerWords(jobRun({ trigger: 'catch_up', waited_for: 3 }))).toBe(
    'nachgeholt, weil der Lauf davor noch nicht zu Ende war',
  )
})

test('what never came is named before what failed, and nothing else', () => {
  const jobs = (['ok', 'failed', 'paused', 'missed', 'never'] as const).map((health) =>
    job({ name: health, health }),
  )
  expect(alarming(jobs).map(({ name }) => name)).toEqual(['missed', 'failed'])
})

test('jobs stand under the heading of their kind, without empty ones', () => {
  const groups = grouped([job({ kind: 'continuous' }), job({ name: 'forget' })])
  expect(groups.map(({ title }) => title)).toEqual(['Nach Plan', 'Ohne Pause'])
})

test('the name of a report that arrives survives its address', () => {
  expect(jobPath('report-schedule:4')).toBe('/jobs/report-schedule%3A4')
})

test('a cell is the finest round step that lets the longest run fit', () => {
  expect(cellMs(took(900, 12))).toBe(100)
  expect(cellMs(took(1_300))).toBe(200)
  expect(cellMs(took(3, null))).toBe(10)
  expect(cellMs([])).toBe(10)
})

test('a duration is cut into cells, the last one as full as it is', () => {
  expect(cellShares(250, 100)).toEqual([1, 1, 0.5])
  expect(cellShares(200, 100)).toEqual([1, 1])
  expect(cellShares(0, 100)).toEqual([0.15])
})

test('usual is the median of what went well, and nothing while that is little', () => {
  const failed = jobRun({ id: 9, state: 'failed', duration_ms: 60_000 })
  expect(usualMs([...took(100, 300, 200), failed])).toBe(200)
  expect(usualMs(took(100, 300))).toBeNull()
})

test('slow is what somebody would notice', () => {
  const [slow, quick] = [jobRun({ duration_ms: 1_500 }), jobRun({ duration_ms: 40 })]
  expect(slowWords(slow, 200)).toBe('7-mal so lang wie üblich')
  expect(slowWords(quick, 5)).toBe('')
  expect(slowWords(slow, 1_000)).toBe('')
  expect(slowWords(slow, null)).toBe('')
})

test('the picture of a page is one sentence', () => {
  const runs = [...took(100, 300, 200), jobRun({ id: 9, state: 'lost', duration_ms: null })]
  expect(pictureWords(runs).replaceAll('\u00a0', ' ')).toBe(
    '4 Läufe von links nach rechts, die jüngsten rechts; 1 davon gescheitert; üblich sind 0,2 s, am längsten 0,3 s',
  )
})

test('a daily job fills one hour of the coming day, a frequent one all that are left', () => {
  const daily = [nextRun('2026-11-22T02:40:00Z'), nextRun('2026-11-23T02:40:00Z')]
  expect(busyHours(daily, NOW).flatMap((busy, hour) => (busy ? hour : []))).toEqual([6])
  const frequent = [nextRun('2026-11-21T20:15:00Z'), nextRun('2026-11-21T20:20:00Z')]
  expect(busyHours(frequent, NOW).filter(Boolean)).toHaveLength(HOURS)
  expect(busyHours([], NOW).some(Boolean)).toBe(false)
  expect([daily, frequent, []].map((next) => isPicture(next, NOW))).toEqual([true, false, false])
})

test('a run that waits says whether anything will take it', () => {
  const queued = jobRun({ state: 'queued', attempts: 0, duration_ms: null })
  expect(progressWords(queued, true)).toContain('in wenigen Sekunden')
  expect(progressWords(queued, false)).toBe('Der Lauf wartet, bis das Uhrwerk wieder läuft.')
  expect(progressWords({ ...queued, attempts: 1 }, true)).toContain('der nächste folgt')
  const failed = jobRun({ state: 'failed', error: 'Kein Platz auf der Platte' })
  expect(progressWords(failed, true)).toContain('Kein Platz auf der Platte')
})

test('the run asked for is followed until newer ones have pushed it off the page', () => {
  const asked = jobRun({ id: 8, state: 'queued', trigger: 'manual' })
  const now = { ...asked, state: 'running' as const }
  const [older, newer] = [jobRun({ id: 7 }), jobRun({ id: 9 })]
  expect(followedRun([], asked)).toBe(asked)
  expect(followedRun([older], asked)).toBe(asked)
  expect(followedRun([newer, now, older], asked)).toBe(now)
  expect(followedRun([newer], asked)).toBeUndefined()
  expect(followedRun([newer, now, older], null)).toBe(now)
  expect(followedRun([newer, older], null)).toBeUndefined()
})
