import type { Schemas } from '@/api/operations'
import type { FormEdit } from '@/ui/form/edit'
import type { EditKind } from '@/ui/form/versions'
import type { Reservation } from '../types'
import { fieldLabel, formatValue } from '../values'

type Values = Omit<Schemas['ReservationEditIn'], 'version'>

const EDITABLE = [
  'first_name',
  'last_name',
  'email',
  'mobile_phone',
  'tags',
  'follow_up_on',
] as const satisfies readonly (keyof Values)[]

export type EditableField = (typeof EDITABLE)[number]

/** Contact data is masked in every document: while its field is as masked as that, nobody changed it. */
export type ReservationForm = Record<EditableField, string>

/** What every field of the form is given. */
export interface EditFieldsProps {
  record: Reservation
  edit: FormEdit<ReservationForm, Values>
}

/** How a reservation is edited. */
export const RESERVATION: EditKind<Reservation, ReservationForm, Values> = {
  formOf: (record) => ({
    first_name: record.first_name ?? '',
    last_name: record.last_name ?? '',
    email: record.email ?? '',
    mobile_phone: record.phone ?? '',
    tags: record.tags.join(', '),
    follow_up_on: record.follow_up_on ?? '',
  }),
  read: ({ first_name, last_name, email, mobile_phone, tags, follow_up_on }) => ({
    values: {
      first_name: first_name.trim(),
      last_name: last_name.trim(),
      email: email.trim(),
      mobile_phone: mobile_phone.trim(),
      tags: tagsIn(tags),
      follow_up_on: follow_up_on || null,
    },
    problems: {},
  }),
  labels: Object.fromEntries(EDITABLE.map((field) => [field, fieldLabel(field)])),
  show: (field, values) => formatValue(field, values[field as EditableField]),
  what: 'diese Reservierung',
}

/** „Bestandskunde, Presse“ → two tags, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)
}
