import type { Run } from '@/lib/cells'

/** What lies between runs in the numbers from 1 to `total`. */
export function gapsBetween(runs: readonly Run[], total: number): Run[] {
  const gaps: Run[] = []
  let next = 1
  for (const [first, last] of [...runs, [total + 1, total + 1] as const]) {
    if (first > next) gaps.push([next, first - 1])
    next = last + 1
  }
  return gaps
}

/** The part of runs that lies in a block of `size` numbers, counted from 1 within it. */
export function inBlock(runs: readonly Run[], block: number, size: number): Run[] {
  const before = block * size
  return runs
    .map(([first, last]): Run => [Math.max(first - before, 1), Math.min(last - before, size)])
    .filter(([first, last]) => first <= last)
}
