/** Round numbers from `from` to at least `to`, at most `most` steps: 0, 5, 10, 15. */
export function roundTicks(from: number, to: number, most = 4): number[] {
  const step = roundStep(Math.max(to - from, 1e-9) / most)
  const ticks: number[] = []
  for (let index = Math.floor(from / step); ; index++) {
    ticks.push(index * step)
    if (index * step >= to) return ticks
  }
}

/** The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Tenths of a pixel are enough. */
export const tenth = (length: number): number => Math.round(length * 10) / 10
