import { counted, formatNumber } from '@/lib/format'
import { durationWords, type JobRun } from '../job'

/** How many cells the longest run of a page is drawn with at most. */
export const MOST_CELLS = 12
const LEAST = 0.15
/** Below that, differences are chance. */
const LEAST_MS = 10
const SLOW = 3
const NOTICED_MS = 500

/** What one cell of a drawn duration stands for, in ms: the finest round step that lets all fit. */
export function cellMs(runs: readonly JobRun[]): number {
  const longest = Math.max(0, ...runs.map(({ duration_ms }) => duration_ms ?? 0))
  for (let power = LEAST_MS; ; power *= 10)
    for (const factor of [1, 2, 5])
      if (longest <= factor * power * MOST_CELLS) return factor * power
}

/**
 * The cells of a duration, each as the share of it that is full: `[1, 1, 0.4]`. Even what took no
 * time can be seen.
 */
export function cellShares(ms: number, unit: number): number[] {
  const whole = Math.floor(ms / unit)
  const rest = ms / unit - whole
  const shares = Array<number>(whole).fill(1)
  if (rest > 0.05 || whole === 0) shares.push(Math.max(rest, LEAST))
  return shares
}

/** What is usual: the median of what went well, in ms; `null` while there are fewer than three. */
export function usualMs(runs: readonly JobRun[]): number | null {
  const durations = runs
    .filter(({ state }) => state === 'done')
    .flatMap(({ duration_ms }) => duration_ms ?? [])
    .sort((one, other) => one - other)
  return durations.length < 3 ? null : (durations[Math.floor(durations.length / 2)] ?? null)
}

/** „7-mal so lang wie üblich“; nothing below three times, or where nobody would notice. */
export function slowWords({ duration_ms }: JobRun, usual: number | null): string {
  if (duration_ms === null || usual === null || duration_ms - usual < NOTICED_MS) return ''
  const times = Math.floor(duration_ms / Math.max(usual, 1))
  return times < SLOW ? '' : `${formatNumber(times)}-mal so lang wie üblich`
}

/** What a page of the history comes to. */
export function figuresOf(runs: readonly JobRun[]) {
  return {
    failed: runs.filter(({ state }) => state === 'failed' || state === 'lost').length,
    usual: usualMs(runs),
    longest: Math.max(0, ...runs.map(({ duration_ms }) => duration_ms ?? 0)),
  }
}

/** A page of the history in one sentence, for those who do not see its picture. */
export function pictureWords(runs: readonly JobRun[]): string {
  const { failed, usual, longest } = figuresOf(runs)
  return [
    `${runsWords(runs.length)} von links nach rechts, die jüngsten rechts`,
    failed === 0 ? 'keiner davon ist gescheitert' : `${formatNumber(failed)} davon gescheitert`,
    usual !== null && `üblich sind ${durationWords(usual)}, am längsten ${durationWords(longest)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

export const runsWords = (count: number): string => counted(count, 'ein Lauf', 'Läufe')
