import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'

/** A typed text that counts as no answer yet, without its households. */
export type WaitingText = Schemas['WaitingTextOut']
export type Mapping = Schemas['ToldMappingOut']
/** What a text can count as. */
export type ToldAnswer = Schemas['ToldAnswerOut']

/** Where a text names a person, it is not shown. */
export const HIDDEN = 'nennt jemanden, daher verborgen'

export const textWords = (text: string | null): string => text ?? HIDDEN

export const householdWords = (count: number): string =>
  count === 1 ? 'ein Haushalt' : `${formatNumber(count)} Haushalte`

/** The decoy in a sentence. `since` is a day as people read it. */
export const decoyWords = (label: string, since: string, isUsed: boolean): string =>
  isUsed
    ? `Unter den Antworten steht seit ${since} eine, die nicht stimmen kann: „${label}“. Wie viele sie antippen, zeigt, wie viele raten.`
    : `Die Antwort „${label}“ steht nicht zur Wahl: Eine Kampagne nutzt dieses Medium, oder ihr erster Tag (${since}) kommt noch. Neue Antworten zeigen daher nicht, wie viele raten.`
