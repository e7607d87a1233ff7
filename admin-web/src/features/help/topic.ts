import type { KeyName } from '@/ui/keys/keyTable'

/** What one page is for and how to work with it. A key in a text stands between two „`“. */
export interface Topic {
  /** The page's name in the navigation, or `record`, `account`, `search`. */
  name: string
  title: string
  purpose: string
  /** What people do there, in the order in which they do it. */
  steps: readonly string[]
  keys: readonly KeyName[]
  /** Words of the page that one has to know. */
  words: readonly (readonly [word: string, meaning: string])[]
  /** Names of the topics to read on. */
  related: readonly string[]
  /** Other words by which users look for it. */
  synonyms: string
}

/** Pages of the console that belong together, as far as the reader sees them. */
export interface HelpGroup {
  label: string
  pages: readonly { name: string; label: string; path: string }[]
}

/** A piece of a text, and whether it is a key. */
export interface TextPiece {
  text: string
  isKey: boolean
}

/** „Mit `n` schreiben“ as its pieces. */
export const textPieces = (text: string): TextPiece[] =>
  text
    .split('`')
    .map((piece, at) => ({ text: piece, isKey: at % 2 === 1 }))
    .filter(({ text: piece }) => piece !== '')

/** Everything of a topic that is read, line by line. */
export const linesOf = ({ purpose, steps, words }: Topic): string[] =>
  [purpose, ...steps, ...words.map(([word, meaning]) => `${word}: ${meaning}`)].map((line) =>
    line.replaceAll('`', ''),
  )
