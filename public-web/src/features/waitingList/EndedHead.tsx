import type { Entry } from '@/api/waitingList'
import { Link } from '@/components/Link'
import { waitingText } from '@/content/de/waitingList'
import { paths } from '@/lib/paths'

const text = waitingText.ended

/** An entry that has ended: how, and what one can do. */
export function EndedHead({ entry, onStart }: { entry: Entry; onStart: () => void }) {
  const state = entry.state in text ? entry.state : 'left'
  const [title, lead] = text[state as 'accepted' | 'declined' | 'expired' | 'left']
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead">{lead}</p>
      <p className="buttons">
        {state === 'accepted' ? (
          <Link className="button button--line" to={paths.myReservation}>
            {text.own}
          </Link>
        ) : (
          <button className="button button--line" type="button" onClick={onStart}>
            {text.anew}
          </button>
        )}
      </p>
    </>
  )
}
