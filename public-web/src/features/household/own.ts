import type { OwnReservation } from '@/api/household'

export interface OwnProps {
  own: OwnReservation
  /** A call has changed the reservation: this is it now. */
  onChanged: (own: OwnReservation) => void
  /** What is shown may be out of date. */
  onReload: () => void
  onSessionEnded: () => void
}

/** What a refusal means for the page: the session is over, or there is a newer state to show. */
export const afterRefusal =
  ({ onReload, onSessionEnded }: Pick<OwnProps, 'onReload' | 'onSessionEnded'>) =>
  (code: string) => {
    if (code === 'signed_out') onSessionEnded()
    if (code === 'changed_meanwhile' || code === 'not_now') onReload()
  }
