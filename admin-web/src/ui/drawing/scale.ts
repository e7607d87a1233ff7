/** From values to places in a drawing. */
export type Scale = (value: number) => number

/** From `[from, to]` to the pixels `[start, end]`; where all values are the same, to the start. */
export function linear([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const span = to - from
  return (value) => (span === 0 ? start : start + ((value - from) / span) * (end - start))
}

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

/** Every so many columns carry a label, so that none touches the next. */
export const labelEvery = (columns: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((columns * labelWidth) / Math.max(1, width)))

/** Tenths of a pixel are enough. */
export const tenth = (length: number): number => Math.round(length * 10) / 10
