/** Why a row was found: which part of what it shows fits the words of a search. */

/** A piece of text, and whether it is what was looked for. */
export interface Piece {
  text: string
  isMatch: boolean
}

const SPELLINGS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'o', æ: 'ae' }

/** One spelling for all that people write differently, letter by letter so that places stay known. */
const folded = (letter: string, isLong: boolean): string => {
  const small = letter.toLowerCase()
  if (isLong && SPELLINGS[small]) return SPELLINGS[small]
  return small === 'ß' ? 'ss' : small.normalize('NFD').replace(/\p{M}/gu, '')
}

const NO_WORD = /[^\p{L}\p{M}\d]+/u

/** The words of a search as the server reads them: divided at hyphens too, unless they are an address. */
export const wordsOf = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .flatMap((chunk) => (chunk.includes('@') ? [chunk] : chunk.split(NO_WORD)))
    .filter((word) => /[\p{L}\d]/u.test(word))

/** `text` cut where a word of it begins as one of the searched words does. */
export function pieces(text: string, typed: string): Piece[] {
  const wanted = wordsOf(typed)
  const joined = joinedMatch(text, wanted)
  if (joined) return joined
  const found = text.match(/[\p{L}\p{M}\d]+|[^\p{L}\p{M}\d]+/gu) ?? []
  return found.flatMap((word) => {
    const length = Math.max(0, ...wanted.map((one) => matchLength(word, one)))
    return [
      { text: word.slice(0, length), isMatch: true },
      { text: word.slice(length), isMatch: false },
    ].filter((piece) => piece.text !== '')
  })
}

/** A reference is often typed without its hyphens: as far as one searched word reaches across them. */
function joinedMatch(text: string, wanted: readonly string[]): Piece[] | undefined {
  if (!text.includes('-') || /\s/.test(text)) return undefined
  for (const start of [0, text.indexOf('-') + 1]) {
    const end = Math.max(0, ...wanted.map((one) => joinedEnd(text, start, one)))
    const cuts = [0, start, end, text.length]
    if (text.slice(start, end).includes('-'))
      return [0, 1, 2]
        .map((place) => ({ text: text.slice(cuts[place], cuts[place + 1]), isMatch: place === 1 }))
        .filter((piece) => piece.text !== '')
  }
  return undefined
}

/** Where `searched` ends when it is read from `start` on without the hyphens; 0 when it is not there. */
function joinedEnd(text: string, start: number, searched: string): number {
  let covered = 0
  for (let place = start; place < text.length && covered < searched.length; place++) {
    if (text[place] === '-') continue
    if (text[place]?.toLowerCase() !== searched[covered]?.toLowerCase()) return 0
    covered++
    if (covered === searched.length) return place + 1
  }
  return 0
}

/** How many letters at the beginning of `word` the searched one covers, in any spelling; 0 for none. */
function matchLength(word: string, searched: string): number {
  for (const isLong of [true, false]) {
    const wanted = [...searched].map((letter) => folded(letter, isLong)).join('')
    let covered = ''
    for (const [index, letter] of [...word].entries()) {
      if (covered === wanted) return index
      covered += folded(letter, isLong)
      if (!wanted.startsWith(covered) && !covered.startsWith(wanted)) break
      if (covered.startsWith(wanted)) return index + 1
    }
  }
  return 0
}

/** A search for nothing but a number: the server compares it with spots and postcodes, not with references. */
const BARE_NUMBER = /^\s*([1-9]\d{0,3})\s*$/

/** `text` cut where it is why its row was found. */
export const foundPieces = (text: string, typed: string): Piece[] =>
  BARE_NUMBER.test(typed) ? [{ text, isMatch: false }] : pieces(text, typed)

/** The spot that a search names: „23“, „Platz 23“, „Nr. 23“, „#23“. */
export function searchedSpot(typed: string): number | undefined {
  const bare = BARE_NUMBER.exec(typed)
  const named = /(?:platz(?:\s*nr\.?)?|\bnr\.?|#)\s*(\d{1,7})\b/i.exec(typed)
  const number = bare?.[1] ?? named?.[1]
  return number === undefined ? undefined : Number(number)
}
