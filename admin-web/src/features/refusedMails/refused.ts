import type { Answer } from '@/api/operations'
import { addressConsequences } from '@/lib/operationWords'

/** A household whose mailbox refuses our mails. */
export type RefusedMail = Answer<'get', '/api/staff/refused-mails'>[number]

/** What either step changes elsewhere. */
export const RENEWED = ['refused-mails', 'today', 'mails', 'reservations', 'waiting-list', 'parks']

/** What an address can be corrected of, and what the dialog says of it. */
export interface Correctable {
  version: number
  consequences: string[]
}

/** A reservation in every state; an entry of the waiting list as long as it is open. */
export function correctable({ reservation, waiting_entry }: RefusedMail): Correctable | null {
  if (reservation) {
    return {
      version: reservation.version,
      consequences: reservation.holds_spot
        ? [
            'Die Reservierung bekommt die neue Adresse; bestätigen muss sie der Haushalt.',
            'Links an die bisherige Adresse gelten nicht mehr.',
            'Die abgelehnten Mails gehen sofort an die neue Adresse.',
          ]
        : [
            'Die Reservierung bekommt die neue Adresse. Sonst ändert sich an ihr nichts.',
            'Links an die bisherige Adresse gelten nicht mehr.',
            'Die abgelehnten Mails gehen sofort an die neue Adresse, außer denen, die einen Platz voraussetzen.',
          ],
    }
  }
  if (!waiting_entry?.is_open) return null
  return {
    version: waiting_entry.version,
    consequences: addressConsequences(waiting_entry.state === 'offered'),
  }
}

/** The household's own page. */
export const householdPath = ({ reservation, waiting_entry }: RefusedMail): string =>
  reservation ? `/reservations/${reservation.id}/show` : `/waiting-list/${waiting_entry?.id}/show`

/** „Platz 217 in Ingolstadt“. */
export const placeWords = ({ reservation, park_name }: RefusedMail): string =>
  reservation
    ? `Platz ${reservation.spot_number} im Solarpark ${park_name}`
    : `Warteliste für den Solarpark ${park_name}`

/** „Ihr Platz ist reserviert“, or how many more there were. */
export const mailWords = ({ subject, count }: RefusedMail): string =>
  count === 1 ? `„${subject}“` : `„${subject}“ und ${count - 1} weitere`

/** What goes on although nobody reads our mails; `null` where no deadline runs. */
export function deadlineWords(
  { reservation, waiting_entry }: RefusedMail,
  moment: (at: string) => string,
): string | null {
  if (reservation?.confirm_by) {
    return `Ohne Bestätigung der Adresse wird der Platz am ${moment(reservation.confirm_by)} frei.`
  }
  if (waiting_entry?.confirm_by) {
    return `Ohne Bestätigung der Adresse endet der Eintrag am ${moment(waiting_entry.confirm_by)}.`
  }
  return null
}
