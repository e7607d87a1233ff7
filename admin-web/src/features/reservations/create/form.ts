import type { Schemas } from '@/api/operations'
import { EMPTY_HOUSEHOLD, type HouseholdName } from '../fields'

/** What a clerk types, as text. `seen`: codes of the hints that were looked at and are passed over. */
export interface EntryForm extends Record<HouseholdName, string> {
  channel: Schemas['DeskEntryIn']['channel']
  received_on: string
  first_name: string
  last_name: string
  mobile_phone: string
  email: string
  street: string
  postcode: string
  town: string
  credit_tenth_ct: string
  annual_kwh: string
  payment_plan: string
  park: string
  spot_number: string
  campaign: string
  note: string
  consent: boolean
  seen: string[]
  /** Of this very content: what is sent again after a lost answer makes no second reservation. */
  key: string
}

/** The fields of one line of text. */
export type TextName = Exclude<keyof EntryForm, 'consent' | 'seen' | 'channel' | 'key'>

export const CHANNELS: readonly [EntryForm['channel'], string][] = [
  ['telephone', 'Telefon'],
  ['letter', 'Brief'],
  ['fair', 'Messe'],
]

/** How the answer of the household came, for what is kept of it. */
export const CONSENT_WORDS: Record<string, { tick: string; how: string }> = {
  telephone: { tick: 'Ja, gesagt', how: 'mündlich am Telefon' },
  fair: { tick: 'Ja, gesagt', how: 'mündlich auf der Messe' },
  letter: { tick: 'Steht im Brief', how: 'schriftlich' },
}

export const emptyForm = (park: string): EntryForm => ({
  ...EMPTY_HOUSEHOLD,
  channel: 'telephone',
  received_on: '',
  first_name: '',
  last_name: '',
  mobile_phone: '',
  email: '',
  street: '',
  postcode: '',
  town: '',
  credit_tenth_ct: '50',
  annual_kwh: '2000',
  payment_plan: 'one-off',
  park,
  spot_number: '',
  campaign: '',
  note: '',
  consent: false,
  seen: [],
  key: crypto.randomUUID(),
})

/** Whether the clerk has begun: then leaving and coming back finds it. */
export const isBegun = (form: EntryForm): boolean =>
  [form.first_name, form.last_name, form.mobile_phone, form.email, form.street].some(Boolean)

/** The call's body. What is no number is sent as one that the server refuses in words. */
export function bodyOf(form: EntryForm, consentVersion: string): Schemas['DeskEntryIn'] {
  const { key: _key, spot_number, credit_tenth_ct, annual_kwh, payment_plan, ...typed } = form
  return {
    ...(typed as typeof typed & Pick<Schemas['DeskEntryIn'], HouseholdName>),
    received_on: isDated(form.channel) ? form.received_on || null : null,
    annual_kwh: Number(annual_kwh) as Schemas['DeskEntryIn']['annual_kwh'],
    payment_plan: payment_plan as Schemas['DeskEntryIn']['payment_plan'],
    credit_tenth_ct: Number(credit_tenth_ct) as NonNullable<
      Schemas['DeskEntryIn']['credit_tenth_ct']
    >,
    spot_number: spot_number.trim() ? Number(spot_number) || 0 : null,
    consent_version: consentVersion,
  }
}

/** Whether it came by something that has a day of its own. */
export const isDated = (channel: EntryForm['channel']): boolean => channel !== 'telephone'

/** The place asked for. What is no number is told at its field, and promised nowhere. */
export const wishedSpot = ({ spot_number }: Pick<EntryForm, 'spot_number'>): string =>
  /^\d{1,7}$/.exec(spot_number.trim())?.[0] ?? ''
