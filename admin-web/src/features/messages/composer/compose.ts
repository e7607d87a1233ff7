/** The composer's maths: what still stands in braces, when a message leaves, what becomes of a chosen template. Pure. */

import { formatDay, formatTime } from '@/lib/format'

export interface Draft {
  subject: string
  text: string
  /** Of this click: a call that is repeated sends nothing twice. */
  key: string
  /** `2026-12-24T09:00` in Berlin; empty: after the window. */
  sendAt: string
}

/** Fields and single braces that stand in a text, each once: the server refuses such a text. */
export function leftIn(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(/\{[^{}]*\}|[{}]/g) ?? []))]
}

/** A text with a template behind what was written already; in the place of a text that nobody touched. */
export function withTemplate(
  draft: Draft,
  template: { subject: string; text: string },
  isAnswer: boolean,
): Draft {
  const written = draft.text.trim()
  const text = written ? `${written}\n\n${template.text}` : template.text
  return {
    ...draft,
    text,
    subject: isAnswer || draft.subject.trim() ? draft.subject : template.subject,
  }
}

/** When a message leaves that is sent now. */
export const leavesAt = (now: Date, windowMinutes: number): Date =>
  new Date(now.getTime() + windowMinutes * 60_000)

/** „Senden, geht um 10:32 hinaus“, „Senden am 24. Dezember“. */
export function sendWords(
  { sendAt }: Pick<Draft, 'sendAt'>,
  now: Date,
  windowMinutes: number,
): string {
  if (sendAt) return `Senden ${laterWords(sendAt)}`
  return `Senden, geht um ${formatTime(leavesAt(now, windowMinutes))} hinaus`
}

/** „am 24.12. um 9:00“. */
export function laterWords(sendAt: string): string {
  const [, month, day, time] = /^\d+-(\d\d)-(\d\d)T(.+)$/.exec(sendAt) ?? []
  return `am ${Number(day)}.${Number(month)}. um ${time}`
}

/** Minutes of the window that are left, of which a part of one counts whole. */
export const minutesLeft = (leaves: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(leaves) - now.getTime()) / 60_000))

/** „Geht um 10:32 hinaus.“ */
export const leaveWords = (leaves: string, now: Date): string => {
  const isToday = formatDay(leaves) === formatDay(now)
  return `Geht ${isToday ? '' : `am ${formatDay(leaves)} `}um ${formatTime(leaves)} hinaus.`
}

/** „Noch sechs Minuten.“ */
export function leftWords(minutes: number): string {
  if (minutes === 0) return 'Gleich.'
  return minutes === 1 ? 'Noch eine Minute.' : `Noch ${minutes} Minuten.`
}
