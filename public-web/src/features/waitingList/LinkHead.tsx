import { useState } from 'react'
import type { Answer } from '@/api/ask'
import { type ShownWaitingLink, sendWaitingLinkAgain } from '@/api/waitingList'
import { waitingText } from '@/content/de/waitingList'
import { useCall } from '@/lib/own/useCall'
import { useSending } from '@/lib/useSending'

const text = waitingText.link

interface Props {
  token: string
  declines: boolean
  link: ShownWaitingLink
  onPress: (token: string, declines: boolean, confirms: boolean) => Promise<Answer<unknown>>
}

/** What a link is good for, with the one button that makes it so. Opening the page does nothing yet. */
export function LinkHead(props: Props) {
  return props.link.state === 'open' ? <OpenLink {...props} /> : <ClosedLink {...props} />
}

function OpenLink({ token, declines, link, onPress }: Props) {
  const { busy, failure, run } = useCall()
  const [title, lead, button] = wordsOf(link)
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead">{lead}</p>
      <div className="buttons">
        <button
          className="button button--sun"
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => run(() => onPress(token, declines, button === text.confirm))}
        >
          {button}
        </button>
      </div>
      <p role="status">{failure}</p>
    </>
  )
}

function wordsOf(link: ShownWaitingLink): readonly [title: string, lead: string, button: string] {
  if (link.has_ended) return [text.openTitle, text.endedText, text.open]
  if (link.offered_spot !== null) {
    return [text.offerTitle(link.offered_spot), text.offerText, text.offer]
  }
  if (link.is_reservation) return [text.placeTitle, text.placeText, text.place]
  return link.is_confirmed
    ? [text.openTitle, text.openText, text.open]
    : [text.confirmTitle, text.confirmText, text.confirm]
}

function ClosedLink({ token, link }: Props) {
  const [sent, setSent] = useState(false)
  const { failure, run } = useCall()
  const sending = useSending()
  return (
    <>
      <h1 tabIndex={-1}>{text.expiredTitle}</h1>
      <p className="lead">{link.has_ended ? text.endedText : text.closedText}</p>
      {!link.has_ended && (
        <div className="buttons">
          <button
            className="button button--sun"
            type="button"
            onClick={async () => setSent((await run(() => sendWaitingLinkAgain(token))) !== null)}
          >
            {text.again}
          </button>
        </div>
      )}
      <div role="status">
        {(sent || failure) && <p className="notice">{failure ?? sending(text.sentAgain)}</p>}
      </div>
    </>
  )
}
