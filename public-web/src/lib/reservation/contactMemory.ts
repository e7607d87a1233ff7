import type { CONTACT_FIELDS, ReservationValues } from './values'

type Contact = Pick<ReservationValues, (typeof CONTACT_FIELDS)[number]>

let kept: Partial<Contact> = {}

/**
 * Keeps name, e-mail and phone while the visitor looks at another page of the site. In memory only:
 * a reload or a closed tab forgets them, a shared computer must not give them away.
 */
export function keepContact({ first_name, last_name, email, mobile_phone }: Contact): void {
  kept = { first_name, last_name, email, mobile_phone }
}

/** What was typed before the form was left. */
export const keptContact = (): Partial<Contact> => kept

/** The reservation is made: nothing of it is to be found in the next form. */
export function forgetContact(): void {
  kept = {}
}
