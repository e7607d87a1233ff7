/** What somebody is typing about a reservation, and how it meets a newer version of it. */

import type { Schemas } from '@/api/operations'
import type { Reservation } from '../types'
export const EDITABLE = [
  'first_name',
  'last_name',
  'email',
  'mobile_phone',
  'notes',
  'tags',
  'follow_up_on',
] as const satisfies readonly (keyof Schemas['ReservationEditIn'])[]
export type EditableField = (typeof EDITABLE)[number]

/** Only what was touched. Masked values cannot be taken over, so contact fields begin empty. */
export type Draft = Partial<Record<EditableField, string>>

/** A draft with the version that was on the screen when it began. */
export interface KeptDraft {
  draft: Draft
  base: Reservation
  at: number
}

/** The value of a field as its input shows it; tags as a list with commas. */
export function storedText(record: Reservation, field: EditableField): string {
  switch (field) {
    case 'tags':
      return record.tags.join(', ')
    case 'mobile_phone':
      return record.mobile_as_typed ?? record.phone ?? ''
    default:
      return record[field] ?? ''
  }
}

/** Contact data is masked in every document; a field of it opens with the value that is fetched on demand. */
export const isMasked = (field: EditableField): boolean =>
  field === 'email' || field === 'mobile_phone'

/**
 * The draft after one field was typed in; a field back at its old value is no longer changed. `stored` is
 * that value where the record has it masked.
 */
export function typed(
  record: Reservation,
  draft: Draft,
  field: EditableField,
  text: string,
  stored = isMasked(field) ? undefined : storedText(record, field),
): Draft {
  const { [field]: _, ...others } = draft
  return text === stored ? others : { ...others, [field]: text }
}

/** What PATCH takes: days and words instead of text. */
export function changesOf(draft: Draft): Omit<Schemas['ReservationEditIn'], 'version'> {
  return Object.fromEntries(
    Object.entries(draft).map(([field, text]) => {
      if (field === 'tags') return [field, tagsIn(text)]
      if (field === 'follow_up_on') return [field, text || null]
      return [field, field === 'notes' ? text : text.trim()]
    }),
  )
}

/** „Bestandskunde, Presse“ → two tags, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)
}

/** A field in which the two versions differ. `mine` is undefined where only the other one changed. */
export interface FieldConflict {
  field: EditableField
  mine: string | undefined
  theirs: string
  /** Both changed it, each differently: somebody has to decide. */
  isOpen: boolean
}

/** Field by field what differs between the draft and the record as it is now. */
export function conflicts(base: Reservation, draft: Draft, current: Reservation): FieldConflict[] {
  return EDITABLE.flatMap((field) => {
    const mine = draft[field]
    const theirs = storedText(current, field)
    const hasChanged = theirs !== storedText(base, field)
    if (mine === undefined && !hasChanged) return []
    if (mine === theirs) return []
    return [{ field, mine, theirs, isOpen: mine !== undefined && hasChanged }]
  })
}

export type Choices = Partial<Record<EditableField, 'mine' | 'theirs'>>

/** The draft that is left when the choices are made: what is still to be written over the current one. */
export function settled(draft: Draft, found: readonly FieldConflict[], choices: Choices): Draft {
  return Object.fromEntries(
    found
      .filter(
        ({ field, mine, isOpen }) => mine !== undefined && (!isOpen || choices[field] === 'mine'),
      )
      .map(({ field }) => [field, draft[field]]),
  )
}

/**
 * Drafts live as long as this page is open, beyond a new log-in, in memory only: they are personal
 * data and have no business on the disk of a shared computer. Each belongs to one account.
 */
const kept = new Map<string, KeptDraft>()
const key = (account: number, reservation: number) => `${account}/${reservation}`

export const keptDraft = (account: number, reservation: number): KeptDraft | undefined =>
  kept.get(key(account, reservation))

export function keepDraft(account: number, { draft, base, at }: KeptDraft): void {
  if (Object.keys(draft).length === 0) kept.delete(key(account, base.id))
  else kept.set(key(account, base.id), { draft, base, at })
}

export const forgetDraft = (account: number, reservation: number): boolean =>
  kept.delete(key(account, reservation))
