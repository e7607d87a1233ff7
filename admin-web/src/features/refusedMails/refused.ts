import type { Answer } from '@/api/operations'

/** A household whose mailbox refuses our mails. */
export type RefusedMail = Answer<'get', '/api/staff/refused-mails'>[number]

/** What either step changes elsewhere. */
export const RENEWED = ['refused-mails', 'today', 'mails', 'reservations']

/** „Platz 217 in Ingolstadt“. */
export const placeWords = ({ reservation, park_name }: RefusedMail): string =>
  reservation
    ? `Platz ${reservation.spot_number} im Solarpark ${park_name}`
    : `Warteliste für den Solarpark ${park_name}`

/** „Ihr Platz ist reserviert“, or how many more there were. */
export const mailWords = ({ subject, count }: RefusedMail): string =>
  count === 1 ? `„${subject}“` : `„${subject}“ und ${count - 1} weitere`
