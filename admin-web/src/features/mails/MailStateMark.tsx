import { ShapeMark } from '@/ui/fields/StateMark'
import { MAIL_STATES, type MailState } from '@/ui/mail/mail'

/** Where a mail stands, as a cell and its word. */
export const MailStateMark = ({ state }: { state: MailState }) => (
  <ShapeMark {...MAIL_STATES[state]} />
)
