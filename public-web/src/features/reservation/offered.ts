import { type Entry, ownEntry } from '@/api/ownEntry'
import { formText } from '@/content/de/reservation'
import type { ReservationValues } from '@/lib/reservation/fields'

export interface HeldOffer {
  spot: number
  /** The largest package it may be, in kWh a year. */
  most: number
  until: string
  /** What the household typed when it entered the list. */
  values: Partial<ReservationValues>
}

const UNTIL = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Europe/Berlin',
} as const

/** The place that is held for this browser's household, as the form needs it; null if there is none. */
export async function findOffer(): Promise<HeldOffer | null> {
  const answer = await ownEntry()
  const entry = answer.kind === 'done' ? answer.found : null
  if (!entry?.offer) return null
  const { spot_number: spot, annual_kwh: most, expires_at } = entry.offer
  const values = { ...valuesOfEntry(entry), annual_kwh: Math.min(entry.annual_kwh, most) }
  return {
    spot,
    most,
    until: formText.offered.moment(new Date(expires_at).toLocaleString('de-DE', UNTIL)),
    values,
  }
}

/** The form's values out of an entry of the list: what was typed then, and a name in two where only one is known. */
export function valuesOfEntry(
  entry: Pick<Entry, 'name' | 'email' | 'payment_plan' | 'typed'>,
): Partial<ReservationValues> {
  const { credit_tenth_ct, ...typed } = entry.typed
  const [first, last] = splitName(entry.name)
  const rate = Number(credit_tenth_ct)
  return {
    first_name: first,
    last_name: last,
    email: entry.email,
    payment_plan: entry.payment_plan as ReservationValues['payment_plan'],
    ...typed,
    ...(rate > 0 && { rate }),
  }
}

/** „Anna Maria Huber“ → „Anna Maria“ and „Huber“. */
export function splitName(name: string): readonly [first: string, last: string] {
  const words = name.trim().split(/\s+/)
  return words.length < 2
    ? [words.join(''), '']
    : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}
