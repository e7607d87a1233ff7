import type { HandOverLink } from '@/api/handOver'
import type { OwnReservation } from '@/api/household'

export interface OwnProps {
  own: OwnReservation
  /** A call has changed the reservation: this is it now. */
  onChanged: (own: OwnReservation) => void
  /** What is shown may be out of date. */
  onReload: () => void
  onSessionEnded: () => void
}

/** A place that another household offers, as the link in its mail shows it. */
export interface TakeOverProps {
  token: string
  link: HandOverLink
  /** What the link is good for may be something else now. */
  onReload: () => void
  /** The place is this household's, and its page is open in this browser. */
  onTaken: () => void
}

const RELOADED: readonly string[] = [
  'changed_meanwhile',
  'not_now',
  'hand_over_open',
  'no_hand_over',
]

/** What a refusal means for the page: the session is over, or there is a newer state to show. */
export const afterRefusal =
  ({ onReload, onSessionEnded }: Pick<OwnProps, 'onReload' | 'onSessionEnded'>) =>
  (code: string) => {
    if (code === 'signed_out') onSessionEnded()
    if (RELOADED.includes(code)) onReload()
  }
