/** Operations named in a query together with a household: „stornieren thoma“. Pure. */

import { BEGUN } from '@/features/reservations/operations/recordActions'
import type { RecordAction } from '@/ui/palette/recordActions'
import { fits } from './pages'

export interface Verb {
  /** All that the typed words may mean. */
  actions: readonly RecordAction[]
  /** The other words: whom to look for. */
  rest: string
}

/** Shorter ones begin too many words. */
const SHORTEST = 4

/** The operations that some of the typed words name; `undefined` where none does. */
export function verbOf(typed: string): Verb | undefined {
  const words = typed.trim().split(/\s+/)
  const isNamed = (word: string) =>
    word.length >= SHORTEST && BEGUN.some(({ label }) => fits(word, label))
  const named = words.filter(isNamed).join(' ')
  const actions = named ? BEGUN.filter(({ label }) => fits(named, label)) : []
  if (actions.length === 0) return undefined
  return { actions, rest: words.filter((word) => !isNamed(word)).join(' ') }
}
