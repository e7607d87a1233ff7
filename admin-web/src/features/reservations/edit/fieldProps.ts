import type { Reservation } from '../types'
import type { Draft, EditableField } from './draft'

/** What every field of the form is given. */
export interface EditFieldsProps {
  record: Reservation
  draft: Draft
  /** Field → what is wrong with it. */
  errors: Record<string, string>
  /** `stored`: what the field held, where the record has it masked. */
  onChange: (field: EditableField, text: string, stored?: string) => void
}
