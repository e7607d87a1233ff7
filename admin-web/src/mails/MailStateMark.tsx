import { ShapeMark } from '@/fields/StateMark'
import { MAIL_STATES, type MailState } from './mail'

/** Where a mail stands, as a cell and its word. */
export const MailStateMark = ({ state }: { state: MailState }) => (
  <ShapeMark {...MAIL_STATES[state]} />
)
