import type { Entry } from '@/api/waitingList'

export interface OwnProps {
  entry: Entry
  /** A call has changed the entry: this is it now. */
  onChanged: (entry: Entry) => void
  /** What is shown may be out of date. */
  onReload: () => void
  onSessionEnded: () => void
}

const OUT_OF_DATE = new Set(['no_offer', 'offer_is_open', 'entry_over'])

/** What a refusal means for the page: the session is over, or there is a newer state to show. */
export const afterRefusal =
  ({ onReload, onSessionEnded }: Pick<OwnProps, 'onReload' | 'onSessionEnded'>) =>
  (code: string) => {
    if (code === 'signed_out') onSessionEnded()
    if (OUT_OF_DATE.has(code)) onReload()
  }
