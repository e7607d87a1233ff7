import type { Schemas } from '@/api/operations'
import { formatDayShort } from '@/lib/format'
import { typedEuros } from '@/lib/germanNumber'
import { berlinDay, householdName } from '@/lib/reservationWords'
import { HOUSEHOLD, ROW_FIELDS, type RowField } from '../../fields'
import type { Reservation } from '../../types'
import { abschlagWords, formatValue } from '../../values'

export type EditedMember = Exclude<keyof Schemas['ReservationEditIn'], 'version'>

/** One input of a fact. */
export interface FactField {
  member: EditedMember
  label: string
  /** What may be chosen; without it, it is typed. */
  options?: readonly string[]
  /** Where the cursor is first; otherwise in the first of them. */
  isUsual?: true
  /** Chosen in a calendar. */
  isDay?: true
  hint?: string
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel'
  maxLength?: number
  textOf: (record: Reservation) => string
  /** What is sent, where that is not the text itself. */
  sendAs?: (text: string) => unknown
}

/** What is known of a household, on one line; its fields are changed together. */
export interface Fact {
  name: string
  label: string
  fields: readonly FactField[]
  /** Empty where nothing is known. */
  show: (record: Reservation) => string
}

const NAME: Fact = {
  name: 'name',
  label: 'Name',
  show: householdName,
  fields: [
    {
      member: 'first_name',
      label: 'Vorname',
      maxLength: 100,
      textOf: (record) => record.first_name ?? '',
    },
    {
      member: 'last_name',
      label: 'Nachname',
      // Misheard or married: it is nearly always this one.
      isUsual: true,
      maxLength: 100,
      textOf: (record) => record.last_name ?? '',
    },
  ],
}

const STREET: Fact = {
  name: 'street',
  label: 'Anschrift',
  show: ({ street }) => street ?? '',
  fields: [
    {
      member: 'street',
      label: 'Straße und Hausnummer',
      maxLength: 120,
      textOf: ({ street }) => street ?? '',
    },
  ],
}

const TOWN: Fact = {
  name: 'town',
  label: 'Ort',
  show: ({ postcode, town }) => [postcode, town].filter(Boolean).join(' '),
  fields: [
    {
      member: 'postcode',
      label: 'Postleitzahl',
      inputMode: 'numeric',
      maxLength: 5,
      textOf: ({ postcode }) => postcode ?? '',
    },
    { member: 'town', label: 'Ort', maxLength: 80, textOf: ({ town }) => town ?? '' },
  ],
}

const ABSCHLAG: Fact = {
  name: 'monthly_abschlag',
  label: 'Abschlag',
  show: abschlagWords,
  fields: [
    {
      member: 'monthly_abschlag',
      label: 'Abschlag in Euro',
      inputMode: 'decimal',
      maxLength: 20,
      textOf: ({ monthly_abschlag_cents: cents }) => (cents === null ? '' : typedEuros(cents)),
    },
  ],
}

function factOf(name: RowField): Fact {
  const { label, choices } = HOUSEHOLD[name]
  const textOf = (record: Reservation) => record[name] ?? ''
  const field = { member: name, label, textOf }
  return { name, label, show: textOf, fields: [choices ? { ...field, options: choices } : field] }
}

/** In the order in which people ask for them. */
export const FACTS: readonly Fact[] = [NAME, STREET, TOWN, ...ROW_FIELDS.map(factOf), ABSCHLAG]
/** What a role without personal data may see of them. */
export const OPEN_FACTS: readonly Fact[] = [
  ...ROW_FIELDS.filter((name) => !HOUSEHOLD[name].isPersonal).map(factOf),
  ABSCHLAG,
]

export const FOLLOW_UP: Fact = {
  name: 'follow_up',
  label: 'Wiedervorlage',
  show: ({ follow_up_on, follow_up_subject }) =>
    follow_up_on ? [followUpWords(follow_up_on), follow_up_subject].filter(Boolean).join(', ') : '',
  fields: [
    {
      member: 'follow_up_on',
      label: 'Tag der Wiedervorlage',
      isDay: true,
      textOf: ({ follow_up_on }) => follow_up_on ?? '',
      sendAs: (text) => text || null,
    },
  ],
}

const followUpWords = (on: string): string =>
  on <= berlinDay() ? `${formatDayShort(on)}, fällig` : formatDayShort(on)

export const TAGS: Fact = {
  name: 'tags',
  label: 'Merkmale',
  show: ({ tags }) => tags.join(', '),
  fields: [
    {
      member: 'tags',
      label: 'Merkmale',
      hint: 'Mehrere mit Komma trennen.',
      textOf: ({ tags }) => tags.join(', '),
      sendAs: tagsIn,
    },
  ],
}

/** „Bestandskunde, Presse“ → two tags, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)
}

/** A value of a conflict as people read it. */
export function conflictValue(field: string, value: unknown): string {
  return formatValue(field === 'monthly_abschlag' ? 'monthly_abschlag_cents' : field, value)
}
