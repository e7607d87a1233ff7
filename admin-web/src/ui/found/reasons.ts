/** Why a household was found, in German. Pure. */

import type { Schemas } from '@/api/operations'

export type Hit = Schemas['HitOut']
export type OtherHit = Schemas['OtherHitOut']
export type Match = Schemas['MatchOut']

/** A piece of text, and whether it is what was typed. */
export interface Piece {
  text: string
  isMatch: boolean
}

/** `text` cut at matches, which the server counts in characters, not in halves of them. */
export function cut(text: string, matches: readonly Pick<Match, 'start' | 'end'>[]): Piece[] {
  const letters = Array.from(text)
  const isMarked = letters.map((_, at) => matches.some(({ start, end }) => start <= at && at < end))
  const pieces: Piece[] = []
  for (const [at, letter] of letters.entries()) {
    const isMatch = isMarked[at] === true
    const last = pieces.at(-1)
    if (last?.isMatch === isMatch) last.text += letter
    else pieces.push({ text: letter, isMatch })
  }
  return pieces
}

/** `text` as the matches of one kind mark it; each match holds the text that it marks. */
export const marked = (text: string, kind: Match['kind'], matches: readonly Match[]): Piece[] =>
  cut(
    text,
    matches.filter((match) => match.kind === kind),
  )

/** First name and last name with what was found in them. */
export function namePieces(hit: Pick<Hit, 'first_name' | 'last_name' | 'matches'>): Piece[] {
  return [
    ...marked(hit.first_name, 'first_name', hit.matches),
    { text: ' ', isMatch: false },
    ...marked(hit.last_name, 'name', hit.matches),
  ]
}

export const spotPieces = (hit: Hit): Piece[] =>
  marked(String(hit.spot_number), 'spot', hit.matches)

/** One reason; with `match` its words end in the text that was found. */
export interface Reason {
  words: string
  match?: Match
}

const SHOWN_ALREADY = { name: 'Name', first_name: 'Vorname', spot: 'Platz' } as const
const NAMED = {
  postcode: 'PLZ',
  town: 'Ort',
  reference: 'Referenz',
  email: 'E-Mail',
  tag: 'Merkmal',
  note: 'Notiz',
  subject: 'Betreff',
} as const

/** The reasons of a hit, each once: „Name und Platz“, „Name, Platz fängt so an“, „Telefon endet auf 0025“. */
export function reasonsOf(matches: readonly Match[]): Reason[] {
  const found = matches.map(reasonOf)
  const each = found.filter(
    ({ words, match }, at) =>
      found.findIndex((other) => other.words === words && other.match?.text === match?.text) === at,
  )
  const [first, second] = each
  const areWhole = matches.every(({ is_whole }) => is_whole)
  if (first && second && each.length === 2 && areWhole && !first.match && !second.match)
    return [{ words: `${first.words} und ${second.words}` }]
  return each
}

function reasonOf(match: Match): Reason {
  const { kind, text, start, is_whole, one_error } = match
  if (one_error) return { words: 'ein Buchstabe anders' }
  if (kind === 'phone')
    return { words: start > 0 ? 'Telefon endet auf' : 'Telefon beginnt mit', match: phoneOf(match) }
  if (kind === 'name' || kind === 'first_name' || kind === 'spot') {
    const words = SHOWN_ALREADY[kind]
    return { words: is_whole ? words : `${words} fängt so an` }
  }
  const quoted =
    kind === 'tag' || kind === 'note' || kind === 'subject'
      ? { ...match, text: `„${text}“` }
      : match
  const shift = quoted === match ? 0 : 1
  return {
    words: NAMED[kind],
    match: { ...quoted, start: start + shift, end: match.end + shift },
  }
}

/** Only the digits that were typed: the words before say where in the number they stand. */
function phoneOf(match: Match): Match {
  const text = Array.from(match.text).slice(match.start, match.end).join('')
  return { ...match, text, start: 0, end: text.length }
}

/** How many there are in all: „5“, „99+“. */
export const countWords = (total: number, hasMore: boolean): string =>
  hasMore || total > 99 ? '99+' : String(total)
