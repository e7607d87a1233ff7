import type { NextRun } from '@/ui/fields/nextRun'

export const HOURS = 24
const HOUR = 3_600_000

/**
 * In which of the coming 24 hours something runs, the running hour first. What repeats within them
 * more often than the server lists goes on by its own step.
 */
export function busyHours(next: readonly NextRun[], now: Date): boolean[] {
  const start = Math.floor(now.getTime() / HOUR) * HOUR
  const end = start + HOURS * HOUR
  const hours = Array<boolean>(HOURS).fill(false)
  for (const at of momentsUntil(end, next)) hours[Math.floor((at - start) / HOUR)] = true
  return hours
}

function momentsUntil(end: number, next: readonly NextRun[]): number[] {
  const listed = next.map(({ at }) => Date.parse(at)).filter((at) => at < end)
  const [before, last] = listed.slice(-2)
  if (listed.length < next.length || before === undefined || last === undefined) return listed
  const step = Math.max(last - before, 60_000)
  for (let at = last + step; at < end; at += step) listed.push(at)
  return listed
}

/**
 * Whether a drawing of them says anything: not if it runs in none, nor in every one. The running
 * hour may be over for it.
 */
export function isPicture(next: readonly NextRun[], now: Date): boolean {
  const hours = busyHours(next, now)
  return hours.some(Boolean) && !hours.slice(1).every(Boolean)
}

/** Berlin's hour of the day of the running hour, from which the cells are counted. */
export const firstHour = (now: Date): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(now),
  )
