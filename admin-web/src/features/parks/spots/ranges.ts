import { counted } from '@/lib/format'
import type { PickMode } from '@/ui/park/SpotField'

/** Numbers of spots as people write them: „17, 20–25“. */
export interface Reading {
  /** Ascending, each once. */
  numbers: number[]
  /** What is wrong, as a sentence; the numbers that could be read are there nevertheless. */
  problem: string | null
}

/** What the server takes in one call. */
const MOST_AT_ONCE = 5000

const PIECE = /^(\d+)(?:(?:\s*(?:-|–|bis|\.\.)\s*)(\d+))?$/i

/** Reads single numbers and ranges of a park with spots 1 … `last`. */
export function readNumbers(text: string, last: number): Reading {
  const numbers = new Set<number>()
  let problem: string | null = null
  for (const piece of pieces(text)) {
    const [, from, to] = PIECE.exec(piece) ?? []
    if (from === undefined)
      problem ??= `„${piece}“ ist keine Nummer. Schreiben Sie zum Beispiel 17, 20–25.`
    else problem = addRange(numbers, [Number(from), Number(to ?? from)], last) ?? problem
  }
  if (numbers.size > MOST_AT_ONCE)
    problem ??= `Das sind ${countWords(numbers.size)}. Bitte höchstens ${countWords(MOST_AT_ONCE)} auf einmal.`
  return { numbers: [...numbers].sort((a, b) => a - b), problem }
}

function addRange(numbers: Set<number>, [from, to]: [number, number], last: number): string | null {
  const [low, high] = from <= to ? [from, to] : [to, from]
  for (let number = Math.max(low, 1); number <= Math.min(high, last); number++) numbers.add(number)
  if (low < 1) return 'Die Nummern beginnen bei 1.'
  if (high > last) return `Der Park hat die Plätze 1 bis ${last}; ${high} gibt es nicht.`
  return null
}

/** Split at commas, semicolons and blanks, but not inside „20 bis 25“. */
function pieces(text: string): string[] {
  return text
    .replace(/\s*(–|-|\.\.)\s*/g, '$1')
    .replace(/\s+bis\s+/gi, '–')
    .split(/[,;\s]+/)
    .filter((piece) => piece !== '')
}

/** Ascending numbers as ranges: `[1, 2, 3, 7]` → `[[1, 3], [7, 7]]`. */
export function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const open = ranges.at(-1)
    if (open && open[1] === number - 1) open[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** `[17, 20, 21, 22]` → „17, 20–22“. */
export const writeNumbers = (numbers: readonly number[]): string =>
  rangesOf(numbers)
    .map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
    .join(', ')

/** „Platz 17“, „Plätze 17 bis 25“. */
export const spotsWord = (first: number, last: number): string =>
  first === last ? `Platz ${first}` : `Plätze ${first} bis ${last}`

/** „1 Platz“, „2.000 Plätze“. */
export const countWords = (count: number): string => counted(count, '1 Platz', 'Plätze')

/**
 * The selection after a spot was picked: alone, the range from `anchor` to it, or added to or taken
 * from what was chosen.
 */
export function picked(
  chosen: readonly number[],
  number: number,
  mode: PickMode,
  anchor: number,
): number[] {
  if (mode === 'one') return [number]
  if (mode === 'toggle')
    return chosen.includes(number)
      ? chosen.filter((one) => one !== number)
      : [...chosen, number].sort((a, b) => a - b)
  const [low, high] = anchor <= number ? [anchor, number] : [number, anchor]
  return Array.from({ length: high - low + 1 }, (_, index) => low + index)
}
