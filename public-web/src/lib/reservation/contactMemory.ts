import type { ContactField } from './fields'

type Contact = Record<ContactField, string>

let kept: Partial<Contact> = {}

/**
 * Keeps name, e-mail and phone while the visitor looks at another page of the site. In memory only:
 * a reload or a closed tab forgets them, a shared computer must not give them away.
 */
export function keepContact(contact: Contact): void {
  kept = contact
}

/** What was typed before the form was left. */
export const keptContact = (): Partial<Contact> => kept

/** The reservation is made: nothing of it is to be found in the next form. */
export function forgetContact(): void {
  kept = {}
}
