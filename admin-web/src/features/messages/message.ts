/** Words about conversations and their messages. Pure. */

import type { RecordOf } from '@/api/dataProvider'
import type { Schemas } from '@/api/operations'
import { daysIn } from '@/lib/days'
import { counted } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import type { Shape } from '@/lib/states'

export type ConversationRow = RecordOf<'conversations'>
export type Conversation = Schemas['ConversationOut']
export type Message = Schemas['MessageOut']
export type Household = Schemas['HouseholdOut']
export type NewFact = Schemas['NewFactOut']
export type AnswerTemplate = Schemas['AnswerTemplateOut']
export type AnswerState = Schemas['AnswerStateOut']

/** Sun is what we owe an answer. */
export const STATES: Record<Conversation['state'], { label: string; shape: Shape }> = {
  open: { label: 'Offen', shape: 'sun' },
  waiting: { label: 'Beantwortet', shape: 'outline' },
  closed: { label: 'Erledigt', shape: 'done' },
}

const MATCHES: Record<NonNullable<Conversation['matched_by']>, string> = {
  thread: 'zugeordnet über die Antwort',
  reference: 'zugeordnet über die Referenz',
  address: 'zugeordnet über die Adresse',
  staff: 'von uns zugeordnet',
}

/** How it is known whose conversation it is. */
export const matchWords = ({ matched_by }: Pick<Conversation, 'matched_by'>): string =>
  matched_by ? MATCHES[matched_by] : 'nicht zugeordnet'

const REASONS: Record<Schemas['SuggestionOut']['because'][number], string> = {
  address: 'gleiche E-Mail-Adresse',
  phone: 'Telefonnummer im Text',
  name: 'ähnlicher Name',
  postcode: 'Postleitzahl im Text',
}

/** Why a household is suggested: „gleiche E-Mail-Adresse, ähnlicher Name“. */
export const reasonWords = (because: Schemas['SuggestionOut']['because']): string =>
  because.map((one) => REASONS[one]).join(', ')

const KINDS: Record<Message['kind'], string> = {
  normal: '',
  auto_reply: 'Automatische Antwort',
  bounce: 'Nicht zugestellt',
  loop: 'Wiederholung',
}

/** What a message is that no person wrote; nothing for all others. */
export const kindWords = (kind: Message['kind']): string => KINDS[kind]

/** How long a correspondent has waited since a moment, in days of Berlin: „heute“, „1 Tag“, „3 Tage“. */
export function waitWords(since: string, now: Date = new Date()): string {
  const days = daysIn(berlinDay(new Date(since)), berlinDay(now)) - 1
  if (days <= 0) return 'heute'
  return counted(days, '1 Tag', 'Tage')
}

/** Who wrote: the name, else the address. */
export const correspondent = (
  row: Pick<Conversation, 'correspondent_name' | 'correspondent_email'>,
): string => row.correspondent_name || row.correspondent_email || 'Ohne Absender'

export const conversationPath = (id: number | string): string => `/messages/${id}`

/** The conversations before and after one in an order, and where it stands in it. */
export function neighboursOf(ids: readonly number[], id: number) {
  const place = ids.indexOf(id)
  if (place < 0) return { previous: undefined, next: ids[0], words: undefined }
  const words = `Zu beantworten, ${place + 1} von ${ids.length}`
  return { previous: ids[place - 1], next: ids[place + 1], words }
}
