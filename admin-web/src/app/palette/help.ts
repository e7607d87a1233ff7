/** Help pages for what is typed, with the words that fit. Pure. */

import { linesOf, type Topic } from '@/features/help/topic'
import { cut, type Piece } from '@/ui/found/reasons'
import { fits } from './pages'

export interface HelpHit {
  name: string
  title: string
  /** The words for which it was found, marked within a few others. */
  why: Piece[]
}

/** Shorter ones begin too many words to say what the user means. */
const SHORTEST = 3
const MOST = 4
/** Letters before and after the found words. */
const AROUND = 28

/** Topics whose title fits come first, then those with a synonym, then those with the words in their text. */
export function helpFor(typed: string, topics: readonly Topic[]): HelpHit[] {
  const wanted = typed.trim()
  if (wanted.length < SHORTEST) return []
  const ranked = topics.flatMap((topic) => {
    const found = foundIn(wanted, topic)
    return found ? [{ ...found, topic }] : []
  })
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ topic, why }) => ({ name: topic.name, title: topic.title, why }))
}

function foundIn(wanted: string, topic: Topic): { rank: number; why: Piece[] } | undefined {
  if (fits(wanted, topic.title)) return { rank: 0, why: [] }
  const synonym = topic.synonyms.split(' ').find((word) => fits(wanted, word))
  if (synonym) return { rank: 1, why: [{ text: synonym, isMatch: true }] }
  const line = linesOf(topic).find((one) => fits(wanted, one))
  return line ? { rank: 2, why: excerpt(line, wanted) } : undefined
}

/** A piece of a line around the first word that fits, with each fitting word marked. */
function excerpt(line: string, wanted: string): Piece[] {
  const words = [...line.matchAll(/[\p{L}\d]+/gu)]
  const typed = wanted.split(/[^\p{L}\d]+/u).filter(Boolean)
  const spans = words
    .filter(([word]) => typed.some((one) => fits(one, word)))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const first = spans[0] ?? { start: 0, end: 0 }
  const from = wordStart(line, first.start - AROUND)
  const to = wordEnd(line, first.end + AROUND)
  const within = spans.filter(({ start, end }) => start >= from && end <= to)
  const pieces = cut(
    line.slice(from, to),
    within.map(({ start, end }) => ({ start: start - from, end: end - from })),
  )
  return [
    ...(from > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...pieces,
    ...(to < line.length ? [{ text: ' …', isMatch: false }] : []),
  ]
}

const wordStart = (line: string, at: number): number =>
  at <= 0 ? 0 : line.indexOf(' ', at) + 1 || 0

function wordEnd(line: string, at: number): number {
  if (at >= line.length) return line.length
  const space = line.lastIndexOf(' ', at)
  return space > 0 ? space : line.length
}
